import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { lookInto, ownedFolders, service } from "./owned-folders.ts";

describe.skipIf(process.getuid?.() !== 0)("A command of root in another user's folder", () => {
  it("changes no file of root if the user replaces temporary files with links", async () => {
    const { folder, vault, env } = ownedFolders();
    await noticeProcess(env, ["init"]);
    writeFileSync(join(vault, "secret"), "root's", { mode: 0o600 });
    const before = lookInto(vault);
    const swaps = `
      const fs = require("node:fs");
      process.setgroups([]); process.setgid(${service.gid}); process.setuid(${service.uid});
      const [folder, target] = process.argv.slice(1);
      for (console.log("ready"); ; )
        for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".tmp")))
          try {
            fs.unlinkSync(folder + "/" + name);
            fs.symlinkSync(target, folder + "/" + name);
            fs.writeSync(1, "swapped\\n");
          } catch {}`;
    const attacker = spawn(process.execPath, ["-e", swaps, folder, join(vault, "secret")]);
    onTestFinished(async () => {
      attacker.kill("SIGKILL");
      if (attacker.exitCode === null && attacker.signalCode === null) await once(attacker, "exit");
    });
    let said = "";
    attacker.stdout.on("data", (text) => (said += text));
    await expect.poll(() => said).toContain("ready");
    for (let round = 0; round < 6; round += 1) {
      expect((await noticeProcess(env, ["set", "--title", `Title ${round}`])).code).toBe(0);
      expect(lookInto(vault)).toEqual(before);
    }
    expect(said).toContain("swapped");
  });

  it("touches nothing behind a link in the place of a file or the folder", async () => {
    const cases: [string, (at: ReturnType<typeof ownedFolders>) => void][] = [
      ["the store", ({ vault, database }) => symlinkSync(join(vault, "empty"), database)],
      ["a store that is not there", ({ vault, database }) => symlinkSync(join(vault, "none.db"), database)],
      ["its log", ({ vault, database }) => symlinkSync(join(vault, "empty"), `${database}-wal`)],
      [
        "the last known good notice",
        ({ vault, database }) => symlinkSync(join(vault, "empty"), `${database}.last-known-good.json`),
      ],
      [
        "its folder",
        ({ folder, vault }) => {
          rmSync(folder, { recursive: true });
          symlinkSync(vault, folder);
          spawnSync("chown", ["-h", `${service.uid}`, folder]);
        },
      ],
    ];
    const good = ownedFolders(service);
    await noticeProcess(good.env, ["init"]);
    const backup = join(good.folder, "backup.db");
    expect((await noticeProcess(good.env, ["backup", backup])).code).toBe(0);
    await Promise.all(
      cases.map(async ([name, plant]) => {
        const at = ownedFolders();
        writeFileSync(join(at.vault, "empty"), "", { mode: 0o600 });
        const before = lookInto(at.vault);
        plant(at);
        for (const args of [["init"], ["set", "--title", "x"], ["restore", backup]]) {
          const { code, stderr } = await noticeProcess(at.env, args);
          // A link that does no harm is not refused.
          expect([name, stderr]).toEqual([name, code === 0 ? "" : expect.stringMatching(/^[^\n]+\.\n$/)]);
          expect([name, args, lookInto(at.vault)]).toEqual([name, args, before]);
        }
      }),
    );
  });

  it("reads no file of root for that user, and gives the user a backup in the user's folder", async () => {
    const { folder, vault, env } = ownedFolders();
    const secret = join(vault, "secret");
    writeFileSync(secret, "root's", { mode: 0o600 });
    const run = (...args: string[]) => noticeProcess(env, args, { cwd: folder });
    await run("init");
    expect(await run("backup", "backup.db")).toMatchObject({ code: 0 });
    expect(lstatSync(join(folder, "backup.db"))).toMatchObject(service);
    const refusal = (file: string, reason: string) => ({
      code: 2,
      stderr: expect.stringContaining(`${file} is not a backup this version can restore (${reason}`),
    });
    symlinkSync(secret, join(folder, "link.db"));
    expect(await run("restore", "link.db")).toMatchObject(refusal("link.db", "access is denied)"));
    writeFileSync(join(folder, "roots.db"), readFileSync(join(folder, "backup.db")), { mode: 0o600 });
    expect(await run("restore", "roots.db")).toMatchObject(refusal("roots.db", "access is denied)"));
    expect(await run("restore", "backup.db")).toMatchObject({ code: 0 });
    // Root may read its own files, such as this copy without its log.
    const raw = join(vault, "raw.db");
    writeFileSync(raw, readFileSync(join(folder, "notice.db")), { mode: 0o600 });
    expect(await run("restore", raw)).toMatchObject(refusal("raw.db", "it is a copy of a store"));
  });
});
