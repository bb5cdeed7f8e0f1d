import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { ownerOf } from "../../../scripts/owner.ts";
import type { CommandOutcome } from "../../../scripts/run.ts";
import { notice, noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** A user without a name. */
const service = { uid: 12345, gid: 12346 };
const other = { uid: 23456, gid: 23457 };

/** A user's folder for a store, and a vault beside it that only root may read. */
function ownedFolders({ uid, gid } = service) {
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

/** The names, owners, modes and contents of the files in a folder. */
function lookInto(folder: string) {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((file) => {
      const { uid, gid, mode, mtimeMs } = lstatSync(file);
      return { file, uid, gid, mode, mtimeMs, text: readFileSync(file, "utf8") };
    });
}

describe.skipIf(process.getuid?.() !== 0)("A command of root in another user's folder", () => {
  it("does the same as in root's folder, and leaves every file to the user", async () => {
    const [theirs, own] = [ownedFolders(), ownedFolders({ uid: 0, gid: 0 })];
    const document = JSON.stringify({ ...defaults, title: "Applied" });
    for (const { vault } of [theirs, own])
      writeFileSync(join(vault, "notice.json"), document, { mode: 0o600 });
    // Only root may read the backup.
    const toVault = ({ folder, vault }: typeof own) => {
      writeFileSync(join(vault, "backup.db"), readFileSync(join(folder, "backup.db")), { mode: 0o600 });
      rmSync(join(folder, "backup.db"));
    };
    const succeeds = (command: string): [number, string] => [0, command];
    const steps: [number, string, ((at: typeof own) => void)?][] = [
      ...["init", "set --title Set", "apply notice.json", "apply -", "rollback 2"].map(succeeds),
      [3, "set --title x --if-revision 7"],
      [0, "token create anna"],
      [2, "token create anna"],
      ...["token revoke anna", "token list", "backup ../store/backup.db"].map(succeeds),
      [2, "backup ../store/backup.db"],
      [2, "restore none.db"],
      [0, "restore backup.db", toVault],
      [0, "restore backup.db", ({ database }) => writeFileSync(database, "broken")],
    ];
    for (const [code, command, prepare] of steps) {
      for (const at of [theirs, own]) prepare?.(at);
      const args = command.split(" ");
      const options = (at: typeof own) => ({ cwd: at.vault, stdin: document });
      const [outcome, direct] = await Promise.all([
        noticeProcess(theirs.env, args, options(theirs)),
        notice(own.env, args, options(own)),
      ]);
      // Tokens and times differ.
      const alike = (text: string) => text.replace(/bsn_\w+|…\S{4}|until \S+|broken-\S+/g, "");
      const said = ({ stdout, stderr }: CommandOutcome) =>
        [stdout, stderr].map((text) => alike(text.replaceAll(own.top, theirs.top)));
      expect([command, outcome.code, ...said(outcome)]).toEqual([command, code, ...said(direct)]);
    }
    expect(lookInto(theirs.vault)).toMatchObject([
      { uid: 0, file: join(theirs.vault, "backup.db") },
      { uid: 0, file: join(theirs.vault, "notice.json"), text: document },
    ]);
    expect(readdirSync(theirs.folder).filter((file) => file.endsWith(".tmp"))).toEqual([]);
    for (const { file, uid, gid } of lookInto(theirs.folder))
      expect([file, uid, gid]).toEqual([file, service.uid, service.gid]);
    const history = JSON.parse((await noticeProcess(theirs.env, ["history", "--json"])).stdout);
    expect(history.map(({ author }: { author: string }) => author)).toEqual(history.map(() => "root"));
    expect((await noticeProcess(theirs.env, ["check", "--no-service"])).code).toBe(0);
  });

  it.each([
    ["user and group", service, "12345", "12346", "/ 12345"],
    ["user, without the group of root", { uid: 12345, gid: 0 }, "12345", "12345", "/ 12345"],
    ["user with a name, in all its groups", nobody(), nobody().user, nobody().groups, nobody().home],
  ])("runs the text editor as the folder's owner: %s", async (_name, owner, user, groups, home) => {
    const { top, env } = ownedFolders(owner);
    await noticeProcess(env, ["init"]);
    const editor = join(top, "editor");
    const tells = 'id -u; id -G; echo "$HOME $USER $SECRET"';
    writeFileSync(editor, `#!/bin/sh\n{ ${tells}; } >&2; sed -i 's/Under Maintenance/Edited/' "$1"\n`);
    chmodSync(editor, 0o755);
    const settings = { ...env, VISUAL: editor, SECRET: "hidden", TMPDIR: join(top, "vault") };
    expect(await noticeProcess(settings, ["edit"], { cwd: join(top, "vault") })).toEqual({
      code: 0,
      stdout: expect.stringContaining("\n+ title: Edited\n"),
      stderr: `${user}\n${groups}\n${home} \n`,
    });
  });

  it("writes only where that user may, and gives root a backup through standard output", async () => {
    const { folder, vault, env } = ownedFolders();
    await noticeProcess(env, ["init"]);
    const file = join(vault, "backup.db");
    for (const [args, reason] of [
      [["backup", file], "(its folder cannot be written by this user)"],
      [["export", join(vault, "pages")], "(this user may not write there)"],
    ] as const) {
      const stderr = expect.stringContaining(reason);
      expect(await noticeProcess(env, [...args])).toEqual({ code: 2, stdout: "", stderr });
    }
    expect(readdirSync(vault)).toEqual([]);
    expect((await noticeProcess(env, ["export", join(folder, "pages")])).code).toBe(0);
    expect(lstatSync(join(folder, "pages", "index.html"))).toMatchObject(service);
    const args = ["-c", `umask 077; node scripts/bin.mjs backup - > "$0"`, file];
    const { status, stderr } = spawnSync("sh", args, { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Backed up the store, /)]);
    expect(lstatSync(file)).toMatchObject({ uid: 0, mode: 0o100600 });
    expect(await noticeProcess(env, ["restore", file])).toMatchObject({ code: 0, stderr: "" });
  });

  it("does nothing if root may not become that user", async () => {
    const { folder, env } = ownedFolders();
    const args = ["--bounding-set=-setuid", process.execPath, "scripts/bin.mjs", "init"];
    const stderr = expect.stringMatching(/^User 12345 controls the notice store, .+\.\n$/);
    const outcome = spawnSync("setpriv", args, { env, encoding: "utf8" });
    expect(outcome).toMatchObject({ status: 1, stdout: "", stderr });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("touches nothing behind a link in the place of a file or the folder", async () => {
    const linkTo =
      (target: string, part = "") =>
      ({ vault, database }: ReturnType<typeof ownedFolders>) =>
        symlinkSync(join(vault, target), database + part);
    const cases: Record<string, ReturnType<typeof linkTo>> = {
      "the store": linkTo("empty"),
      "a store that is not there": linkTo("none.db"),
      "its log": linkTo("empty", "-wal"),
      "the last known good notice": linkTo("empty", ".last-known-good.json"),
      "its folder": ({ folder, vault }) => {
        rmSync(folder, { recursive: true });
        symlinkSync(vault, folder);
        lchownSync(folder, service.uid, 0);
      },
    };
    const good = ownedFolders();
    await noticeProcess(good.env, ["init"]);
    const backup = join(good.folder, "backup.db");
    expect((await noticeProcess(good.env, ["backup", backup])).code).toBe(0);
    await Promise.all(
      Object.entries(cases).map(async ([name, plant]) => {
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

  it("runs as the owner of the store, which it finds through folders and links", () => {
    const { top, folder, vault, database } = ownedFolders();
    const theirs = (file: string, { uid, gid } = service): string => {
      lchownSync(file, uid, gid);
      return file;
    };
    const linked = (name: string, target: string): string => {
      symlinkSync(target, join(top, name));
      return join(top, name);
    };
    for (const path of [join(folder, "root"), join(top, "other")]) mkdirSync(path);
    theirs(join(top, "other"), other);
    writeFileSync(join(vault, "theirs.db"), "");
    theirs(join(vault, "theirs.db"));
    const owners: [string, object?][] = [
      [join(vault, "notice.db")],
      [database, service],
      [join(folder, "not", "there", "notice.db"), service],
      [join(folder, "root", "notice.db"), service],
      [join(vault, "theirs.db"), service],
      [join(linked("to-theirs", folder), "notice.db"), service],
      [linked("to-none", join(folder, "none.db")), service],
      [join(theirs(linked("to-root", vault)), "notice.db"), service],
      [join(theirs(linked("to-other", "other")), "notice.db"), service],
      [join(linked("round", "round"), "notice.db")],
      [join(theirs(linked("by-two", join(theirs(linked("by-other", folder), other)))), "x.db"), service],
    ];
    for (const [path, owner] of owners)
      expect([path, ownerOf(path)]).toEqual([path, owner && expect.objectContaining(owner)]);
    expect(ownerOf(join(folder, "root", "notice.db"), join(folder, "program.js"))).toBeUndefined();
    expect(ownerOf(database, join(folder, "program.js"))).toMatchObject(service);
  });
});

function nobody() {
  const [, , uid, gid, , home] = /^(nobody):[^:]*:(\d+):(\d+):([^:]*):([^:]*)/m.exec(
    readFileSync("/etc/passwd", "utf8"),
  ) ?? ["", "", "65534", "65534", "", "/"];
  return { uid: Number(uid), gid: Number(gid), user: `${uid}`, groups: `${gid}`, home: `${home} nobody` };
}
