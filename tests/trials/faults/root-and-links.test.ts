import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { lookInto, ownedFolders, service } from "./owned-folders.ts";

/** A program of another user's, which has no need to be able to read Node. */
function startAs({ uid, gid }: typeof service, source: string, ...args: string[]) {
  const become = `process.setgroups([]); process.setgid(${gid}); process.setuid(${uid});`;
  const child = spawn(process.execPath, [
    "-e",
    `const fs = require("node:fs"); ${become} ${source}`,
    ...args,
  ]);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  return child;
}

describe.skipIf(process.getuid?.() !== 0)("a command that root runs in another user's folder", () => {
  it("gives that user no file of root's, whatever is put in the place of a temporary file", async () => {
    const { folder, vault, env } = ownedFolders();
    await noticeProcess(env, ["init"]);
    writeFileSync(join(vault, "secret"), "root's", { mode: 0o600 });
    const before = lookInto(vault);
    const swaps = `
      const [folder, target] = process.argv.slice(1);
      let swapped = 0;
      for (console.log("ready"); ; )
        for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".tmp")))
          try {
            fs.unlinkSync(folder + "/" + name);
            fs.symlinkSync(target, folder + "/" + name);
            fs.writeSync(1, "swapped\\n");
          } catch {}`;
    const attacker = startAs(service, swaps, folder, join(vault, "secret"));
    let said = "";
    attacker.stdout.on("data", (text) => (said += text));
    await expect.poll(() => said).toContain("ready");
    for (let round = 0; round < 6; round += 1) {
      expect((await noticeProcess(env, ["set", "--title", `Title ${round}`])).code).toBe(0);
      expect(lookInto(vault)).toEqual(before);
    }
    expect(said).toContain("swapped");
  });

  it("touches nothing behind a link, whatever the link is in the place of", async () => {
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
          // Some links hinder nobody, and then it is done; what cannot be done is said.
          expect([name, stderr]).toEqual([name, code === 0 ? "" : expect.stringMatching(/^[^\n]+\.\n$/)]);
          expect([name, args, lookInto(at.vault)]).toEqual([name, args, before]);
        }
      }),
    );
  });

  it("lends to that user no file of root's that the user leads it to, and gives a backup among the user's files to the user", async () => {
    const { folder, vault, env } = ownedFolders();
    const secret = join(vault, "secret");
    writeFileSync(secret, "root's", { mode: 0o600 });
    const run = (...args: string[]) => noticeProcess(env, args, { cwd: folder });
    await run("init");
    expect(await run("backup", "backup.db")).toMatchObject({ code: 0 });
    expect(lstatSync(join(folder, "backup.db"))).toMatchObject(service);
    symlinkSync(secret, join(folder, "link.db"));
    expect(await run("restore", "link.db")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("link.db is not a backup this version can restore (access is denied)"),
    });
    writeFileSync(join(folder, "roots.db"), readFileSync(join(folder, "backup.db")), { mode: 0o600 });
    expect(await run("restore", "roots.db")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("roots.db is not a backup this version can restore (access is denied)"),
    });
    // What nobody led root to is the user's own, and is read.
    expect(await run("restore", "backup.db")).toMatchObject({ code: 0 });
    // A store of root's own that was copied by hand says itself that its log is missing.
    writeFileSync(join(vault, "raw.db"), readFileSync(join(folder, "notice.db")), { mode: 0o600 });
    expect(await run("restore", join(vault, "raw.db"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "raw.db is not a backup this version can restore (it is a copy of a store",
      ),
    });
  });
});
