import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { writeExport } from "../../../api/export/folder.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { cheapParts, cheapRevision, temporariesIn, wholeExport } from "./cheap-exports.ts";

const moments = 200;

interface Around {
  folder: string;
  /** Where it is while it is not in its place. */
  aside: string;
  vault: string;
}

/** Puts something in a place; the export may have been faster, and have made it again. */
function unlessThere(put: () => void): void {
  try {
    put();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** What may become of a folder while something is exported to it, and how it is put back. */
const changes: Record<string, { change(around: Around): void; back(around: Around): void }> = {
  "it is moved away": {
    change: ({ folder, aside }) => renameSync(folder, aside),
    back: ({ folder, aside }) => {
      rmSync(folder, { recursive: true, force: true });
      renameSync(aside, folder);
    },
  },
  "it is replaced by a file": {
    change: ({ folder, aside }) => {
      renameSync(folder, aside);
      unlessThere(() => writeFileSync(folder, "theirs", { flag: "wx" }));
    },
    back: ({ folder, aside }) => {
      rmSync(folder, { recursive: true, force: true });
      renameSync(aside, folder);
    },
  },
  "it is replaced by a link to somebody else's": {
    change: ({ folder, aside, vault }) => {
      renameSync(folder, aside);
      unlessThere(() => symlinkSync(vault, folder));
    },
    back: ({ folder, aside }) => {
      rmSync(folder, { recursive: true, force: true });
      renameSync(aside, folder);
    },
  },
  "its folder of revisions is replaced by a link": {
    change: ({ folder, aside, vault }) => {
      renameSync(join(folder, "revisions"), aside);
      unlessThere(() => symlinkSync(vault, join(folder, "revisions")));
    },
    back: ({ folder, aside }) => {
      rmSync(join(folder, "revisions"), { recursive: true, force: true });
      renameSync(aside, join(folder, "revisions"));
    },
  },
  "it is emptied": {
    change: ({ folder }) => {
      for (const name of readdirSync(folder))
        try {
          rmSync(join(folder, name), { recursive: true, force: true });
        } catch {
          // Something was just being written.
        }
    },
    back: () => {},
  },
};

it("an export is whole or not at all, and writes nowhere else, whatever becomes of its folder", async () => {
  let failures = 0;
  const top = temporaryFolder();
  const vault = join(top, "vault");
  // Where the folder itself is a link, the export is made in what it leads to, unless that is somebody else's.
  mkdirSync(join(vault, "current"), { recursive: true });
  writeFileSync(join(vault, "file"), "theirs");
  const names = Object.keys(changes);
  for (let moment = 1; moment <= moments; moment += 1) {
    const around: Around = { folder: join(top, "export"), aside: join(top, "aside"), vault };
    const { folder } = around;
    await writeExport(cheapParts(folder), async () => ({ revision: cheapRevision(2 * moment) }));
    // Whatever there was before.
    expect((await wholeExport(folder))?.revision).toBe(2 * moment);
    const what = names[moment % names.length] ?? "";
    const { change, back } = changes[what] ?? expect.fail();
    const exporting = writeExport(cheapParts(folder), async () => ({
      revision: cheapRevision(2 * moment + 1),
    })).catch(() => (failures += 1));
    await setTimeout(30 * Math.random());
    change(around);
    await exporting;
    back(around);
    // Who empties it may have removed half of an export that was whole.
    if (what !== "it is emptied") {
      const { revision = 0 } = (await wholeExport(folder)) ?? {};
      expect([0, 2 * moment, 2 * moment + 1]).toContain(revision);
    }
    expect(readdirSync(vault).sort()).toEqual(["current", "file"]);
    expect(lstatSync(folder).isDirectory()).toBe(true);
  }
  // Some were hit, and some had ended.
  expect(failures).toBeGreaterThan(0);
  const folder = join(top, "export");
  await writeExport(cheapParts(folder), async () => ({ revision: cheapRevision(1000) }));
  expect((await wholeExport(folder))?.revision).toBe(1000);
  expect(temporariesIn(folder)).toEqual([]);
});
