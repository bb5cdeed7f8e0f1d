import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { readiness } from "../../support/service/service.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { canMount, run as runProgram, smallDisk } from "../../support/store/mount.ts";

it.skipIf(!canMount())(
  "A store on a read-only disk is refused by commands, and shown by a server, which follows it once the disk can be written",
  async () => {
    const folder = smallDisk();
    const env = { ...process.env, DATABASE: join(folder, "notice.db"), NOTICE_AUTHOR: "anna" };
    const run = (...args: string[]) => notice(env, args);
    expect((await run("init")).code).toBe(0);
    expect((await run("set", "--title", "Mounted")).code).toBe(0);
    const files = readdirSync(folder);
    runProgram("mount", "-o", "remount,ro", folder);
    // SQLite needs to write files beside the store.
    const reason = `(${folder} is on a read-only disk)`;
    const stderr = expect.stringContaining(`cannot be used ${reason}. Its folder must`);
    for (const args of [["show"], ["history"], ["backup", join(temporaryFolder(), "b.db")]])
      expect(await run(...args)).toEqual({ code: 1, stdout: "", stderr });
    expect(readdirSync(folder)).toEqual(files);

    const { url } = await serveHere({ DATABASE: env.DATABASE });
    const shown = async () => (await (await fetch(`${url}/api/notice`)).json()).title;
    expect(await shown()).toBe("Mounted");
    expect(await readiness({ url })).toMatchObject({ store: "down", revision: 2 });
    runProgram("mount", "-o", "remount,rw", folder);
    expect((await run("set", "--title", "Writable again")).code).toBe(0);
    await expect.poll(shown, patient).toBe("Writable again");
  },
);
