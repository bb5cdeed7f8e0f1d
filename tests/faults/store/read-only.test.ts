import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { readiness } from "../../support/service/service.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { canMount, run as runProgram, smallDisk } from "../../support/store/mount.ts";

describe.skipIf(!canMount())("a store on a disk that is mounted read-only", () => {
  /** A store with two revisions, on such a disk. */
  async function mountedStore(...more: string[]) {
    const folder = smallDisk();
    const env = { ...process.env, DATABASE: join(folder, "notice.db"), NOTICE_AUTHOR: "anna" };
    const run = (...args: string[]) => notice(env, args);
    expect((await run("init")).code).toBe(0);
    expect((await run("set", "--title", "Mounted", ...more)).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual([
      "notice.db",
      "notice.db.last-known-good.json",
      "notice.db.lock",
    ]);
    runProgram("mount", "-o", "remount,ro", folder);
    return { folder, env, run };
  }

  it("is read by every command that reads", async () => {
    const { folder, run } = await mountedStore();
    expect(await run("show")).toMatchObject({ code: 0, stdout: expect.stringContaining("Mounted") });
    expect((await run("history")).stdout.trimEnd().split("\n")).toHaveLength(2);
    expect((await run("set", "--title", "On", "--dry-run")).stdout).toContain("+ title: On");
    const backup = join(temporaryFolder(), "b.db");
    expect(await run("backup", backup)).toMatchObject({ code: 0, stderr: "" });
    expect((await run("restore", backup, "--dry-run")).stdout).toContain("Nothing to change");
    const usage = await sqliteBackend(join(folder, "notice.db")).openUsage();
    expect(await usage.usesToday()).toBe(0);
    await expect(usage.reserveUse(5)).rejects.toMatchObject({ code: "STORE_UNUSABLE", exitCode: 1 });
    expect(readdirSync(folder).sort()).toEqual([
      "notice.db",
      "notice.db.last-known-good.json",
      "notice.db.lock",
    ]);
  });

  it("is shown by a server, and followed once it can be written again", async () => {
    const { folder, env, run } = await mountedStore();
    const { url } = await serveHere({ DATABASE: env.DATABASE });
    const shown = async () => (await (await fetch(`${url}/api/notice`)).json()).title;
    expect(await shown()).toBe("Mounted");
    expect(await readiness({ url })).toMatchObject({ store: "up", revision: 2 });
    runProgram("mount", "-o", "remount,rw", folder);
    writeFileSync(join(folder, "rw"), "");
    expect((await run("set", "--title", "Writable again")).code).toBe(0);
    expect(await shown()).toBe("Writable again");
  });
});
