import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { readiness } from "../../support/service/service.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { canMount, run as runProgram, smallDisk } from "../../support/store/mount.ts";

describe.skipIf(!canMount())("A store on a read-only disk", () => {
  const files = ["notice.db", "notice.db.last-known-good.json", "notice.db.lock"];

  async function mountedStore() {
    const folder = smallDisk();
    const env = { ...process.env, DATABASE: join(folder, "notice.db"), NOTICE_AUTHOR: "anna" };
    const run = (...args: string[]) => notice(env, args);
    expect((await run("init")).code).toBe(0);
    expect((await run("set", "--title", "Mounted")).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(files);
    runProgram("mount", "-o", "remount,ro", folder);
    return { folder, env, run };
  }

  it("is refused by commands, because SQLite needs to write files beside it", async () => {
    const { folder, run } = await mountedStore();
    for (const args of [["show"], ["history"], ["backup", join(temporaryFolder(), "b.db")]])
      expect(await run(...args)).toEqual({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining(`cannot be used (${folder} is on a read-only disk). Its folder must`),
      });
    expect(readdirSync(folder).sort()).toEqual(files);
  });

  it("is shown by a server, which follows it once the disk can be written", async () => {
    const { folder, env, run } = await mountedStore();
    const { url } = await serveHere({ DATABASE: env.DATABASE });
    const shown = async () => (await (await fetch(`${url}/api/notice`)).json()).title;
    expect(await shown()).toBe("Mounted");
    expect(await readiness({ url })).toMatchObject({ store: "down", revision: 2 });
    runProgram("mount", "-o", "remount,rw", folder);
    writeFileSync(join(folder, "rw"), "");
    expect((await run("set", "--title", "Writable again")).code).toBe(0);
    await expect.poll(shown, patient).toBe("Writable again");
  });
});
