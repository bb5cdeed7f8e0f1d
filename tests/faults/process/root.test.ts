import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { ownerOf } from "../../../scripts/owner/owner.ts";
import type { Outcome } from "../../../scripts/run.ts";
import { notice, noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/service/service.ts";

/** Users who need no entry in the system's list. */
const service = { uid: 12345, gid: 12346 };
const other = { uid: 23456, gid: 23457 };

/** A folder of a user's for a store, and one beside it that only root can look into. */
function places({ uid, gid } = service) {
  const top = temporaryFolder();
  chmodSync(top, 0o755);
  const [folder, vault] = [join(top, "store"), join(top, "vault")];
  mkdirSync(folder);
  chownSync(folder, uid, gid);
  mkdirSync(vault, 0o700);
  const database = join(folder, "notice.db");
  const env = { ...process.env, DATABASE: database, NOTICE_AUTHOR: "", TZ: "UTC" };
  return { top, folder, vault, database, env };
}

/** What root must find as it was: names, owners, modes and contents. */
function lookInto(folder: string): unknown[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((file) => {
      const { uid, gid, mode, mtimeMs } = lstatSync(file);
      return { file, uid, gid, mode, mtimeMs, text: readFileSync(file, "utf8") };
    });
}

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
    const { folder, vault, env } = places();
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
    const cases: [string, (at: ReturnType<typeof places>) => void][] = [
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
    const good = places(service);
    await noticeProcess(good.env, ["init"]);
    const backup = join(good.top, "backup.db");
    expect((await noticeProcess(good.env, ["backup", backup])).code).toBe(0);
    await Promise.all(
      cases.map(async ([name, plant]) => {
        const at = places();
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

  it("says and does there what it does in root's own folder, and leaves every file to the user", async () => {
    const [theirs, own] = [places(), places({ uid: 0, gid: 0 })];
    const document = JSON.stringify({ ...defaults, title: "Applied" });
    for (const { vault } of [theirs, own]) {
      writeFileSync(join(vault, "notice.json"), document, { mode: 0o600 });
    }
    const steps: [number, string[], ((at: typeof own) => void)?][] = [
      [0, ["init"]],
      [0, ["set", "--title", "Set"]],
      [0, ["apply", "notice.json"]],
      [0, ["apply", "-"]],
      [0, ["rollback", "2"]],
      [3, ["set", "--title", "x", "--if-revision", "7"]],
      [0, ["token", "create", "anna"]],
      [2, ["token", "create", "anna"]],
      [0, ["token", "revoke", "anna"]],
      [0, ["token", "list"]],
      [0, ["backup", "backup.db"]],
      [2, ["backup", "backup.db"]],
      [2, ["restore", "none.db"]],
      [0, ["restore", "backup.db"]],
      [0, ["restore", "backup.db"], ({ database }) => writeFileSync(database, "broken")],
    ];
    for (const [code, args, prepare] of steps) {
      for (const at of [theirs, own]) prepare?.(at);
      const options = (at: typeof own) => ({ cwd: at.vault, stdin: document });
      const [outcome, direct] = await Promise.all([
        noticeProcess(theirs.env, args, options(theirs)),
        notice(own.env, args, options(own)),
      ]);
      // A token is another each time, and so is when it expires.
      const alike = (text: string) => text.replace(/bsn_\w+|…\S{4}|until \S+/g, "");
      const said = ({ code, stdout, stderr }: Outcome) =>
        [code, stdout, stderr].map((text) => alike(`${text}`.replaceAll(own.top, theirs.top)));
      expect([args, ...said(outcome)]).toEqual([args, `${code}`, ...said(direct).slice(1)]);
    }
    expect(lookInto(theirs.vault)).toMatchObject([
      { uid: 0, file: join(theirs.vault, "backup.db") },
      { uid: 0, file: join(theirs.vault, "notice.json"), text: document },
    ]);
    const files = readdirSync(theirs.folder);
    expect(files.filter((file) => file.endsWith(".tmp"))).toEqual([]);
    for (const file of files)
      expect([file, lstatSync(join(theirs.folder, file))]).toMatchObject([file, service]);
    const history = JSON.parse((await noticeProcess(theirs.env, ["history", "--json"])).stdout);
    expect(history.map(({ author }: { author: string }) => author)).toEqual(history.map(() => "root"));
    expect((await noticeProcess(theirs.env, ["check"])).code).toBe(0);
  });

  it.each([
    ["the folder's user and group", service, "12345", "12346", "/ 12345"],
    ["and not in root's group", { uid: 12345, gid: 0 }, "12345", "12345", "/ 12345"],
    ["by name, in that user's groups", nobody(), nobody().user, nobody().groups, nobody().home],
  ])("runs the editor as the folder's owner: %s", async (_name, owner, user, groups, home) => {
    const { top, env } = places(owner);
    await noticeProcess(env, ["init"]);
    const editor = join(top, "editor");
    const tells = 'id -u; id -G; echo "$HOME $USER $SECRET"';
    writeFileSync(editor, `#!/bin/sh\n{ ${tells}; } >&2; sed -i 's/Under Maintenance/Edited/' "$1"\n`);
    chmodSync(editor, 0o755);
    const settings = { ...env, VISUAL: editor, SECRET: "hidden", TMPDIR: join(top, "vault") };
    expect(await noticeProcess(settings, ["edit"], { cwd: join(top, "vault") })).toEqual({
      code: 0,
      stdout: "Revision 2 is live.\n- title: Under Maintenance\n+ title: Edited\n",
      stderr: `${user}\n${groups}\n${home} \n`,
    });
  });

  it.each(["SIGKILL", "SIGINT"] as const)("leaves no part of a backup when %s ends it", async (signal) => {
    const { vault, database, env } = places();
    await noticeProcess(env, ["init"]);
    // Held back while the new file is open.
    const db = new Database(database);
    db.pragma("journal_mode = DELETE");
    db.exec("BEGIN EXCLUSIVE");
    onTestFinished(() => void db.close());
    const args = ["scripts/bin.mjs", "backup", join(vault, "backup.db")];
    const child = spawn(process.execPath, args, { env, detached: true, stdio: "ignore" });
    const ended = once(child, "exit");
    await expect.poll(() => readdirSync(vault), patient).toHaveLength(1);
    // As a terminal does it, or as somebody who has had enough.
    process.kill(signal === "SIGINT" ? -Number(child.pid) : Number(child.pid), signal);
    expect(await ended).toEqual([null, signal]);
    await expect.poll(() => readdirSync(vault), patient).toEqual([]);
  });

  it("does nothing where root may not become that user", async () => {
    const { folder, env } = places();
    const bin = resolve("scripts/bin.mjs");
    const args = ["--bounding-set=-setuid", process.execPath, bin, "init"];
    const { status, stdout, stderr } = spawnSync("setpriv", args, { env, encoding: "utf8" });
    expect([status, stdout, stderr]).toEqual([
      1,
      "",
      expect.stringMatching(
        /^The notice store is in the hands of user 12345, .+: run the command as that user\.\n$/,
      ),
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("lends to that user no file of root's that the user leads it to, and gives a backup among the user's files to the user", async () => {
    const { folder, vault, env } = places();
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
    // What nobody led root to is the user's own, and is read.
    expect(await run("restore", "backup.db")).toMatchObject({ code: 0 });
    // Of root's own files, the log beside a copy is not passed over.
    writeFileSync(join(vault, "raw.db"), readFileSync(join(folder, "backup.db")), { mode: 0o600 });
    writeFileSync(join(vault, "raw.db-wal"), "x", { mode: 0o600 });
    expect(await run("restore", join(vault, "raw.db"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "raw.db is not a backup this version can restore (it has a write-ahead log",
      ),
    });
  });

  it("takes a store for whose it is", () => {
    const { top, folder, vault, database } = places();
    const theirs = (file: string, { uid, gid } = service): string => {
      spawnSync("chown", ["-h", `${uid}:${gid}`, file]);
      return file;
    };
    const linked = (name: string, target: string): string => {
      symlinkSync(target, join(top, name));
      return join(top, name);
    };
    mkdirSync(join(folder, "root"));
    mkdirSync(join(top, "other"));
    theirs(join(top, "other"), other);
    writeFileSync(join(vault, "theirs.db"), "");
    theirs(join(vault, "theirs.db"));
    const whose: [string, object | undefined][] = [
      [join(vault, "notice.db"), undefined],
      [database, service],
      [join(folder, "not", "there", "notice.db"), service],
      [join(folder, "root", "notice.db"), service],
      [join(vault, "theirs.db"), service],
      [join(linked("to-theirs", folder), "notice.db"), service],
      [linked("to-none", join(folder, "none.db")), service],
      [join(theirs(linked("to-root", vault)), "notice.db"), service],
      [join(theirs(linked("to-other", "other")), "notice.db"), service],
      [join(linked("round", "round"), "notice.db"), undefined],
      [join(theirs(linked("by-two", join(theirs(linked("by-other", folder), other)))), "x.db"), service],
    ];
    expect(ownerOf(join(folder, "root", "notice.db"), join(folder, "program.js"))).toBeUndefined();
    expect(ownerOf(database, join(folder, "program.js"))).toMatchObject(service);
    for (const [path, owner] of whose) {
      if (owner) expect([path, ownerOf(path)]).toMatchObject([path, owner]);
      else expect([path, ownerOf(path)]).toEqual([path, undefined]);
    }
  });
});

function nobody() {
  const [, , uid, gid, , home] = /^(nobody):[^:]*:(\d+):(\d+):([^:]*):([^:]*)/m.exec(
    readFileSync("/etc/passwd", "utf8"),
  ) ?? ["", "", "65534", "65534", "", "/"];
  return { uid: Number(uid), gid: Number(gid), user: `${uid}`, groups: `${gid}`, home: `${home} nobody` };
}
