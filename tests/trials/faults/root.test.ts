import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { ownerOf } from "../../../scripts/owner.ts";
import type { CommandOutcome } from "../../../scripts/run.ts";
import { notice, noticeProcess } from "../../support/command/command.ts";
import { lookInto, other, ownedFolders, service } from "./owned-folders.ts";

describe.skipIf(process.getuid?.() !== 0)("A command of root in another user's folder", () => {
  it("does the same as in root's folder, and leaves every file to the user", async () => {
    const [theirs, own] = [ownedFolders(), ownedFolders({ uid: 0, gid: 0 })];
    const document = JSON.stringify({ ...defaults, title: "Applied" });
    for (const { vault } of [theirs, own])
      writeFileSync(join(vault, "notice.json"), document, { mode: 0o600 });
    // Only root may read the backup.
    const toVault = ({ folder, vault }: typeof own) => {
      const bytes = readFileSync(join(folder, "backup.db"));
      writeFileSync(join(vault, "backup.db"), bytes, { mode: 0o600 });
      rmSync(join(folder, "backup.db"));
    };
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
      [0, ["backup", "../store/backup.db"]],
      [2, ["backup", "../store/backup.db"]],
      [2, ["restore", "none.db"]],
      [0, ["restore", "backup.db"], toVault],
      [0, ["restore", "backup.db"], ({ database }) => writeFileSync(database, "broken")],
    ];
    for (const [code, args, prepare] of steps) {
      for (const at of [theirs, own]) prepare?.(at);
      const options = (at: typeof own) => ({ cwd: at.vault, stdin: document });
      const [outcome, direct] = await Promise.all([
        noticeProcess(theirs.env, args, options(theirs)),
        notice(own.env, args, options(own)),
      ]);
      // Tokens and times differ.
      const alike = (text: string) => text.replace(/bsn_\w+|…\S{4}|until \S+|broken-\S+/g, "");
      const said = ({ code, stdout, stderr }: CommandOutcome) =>
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
    expect(await noticeProcess(env, ["backup", file])).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("(its folder cannot be written by this user)"),
    });
    expect(await noticeProcess(env, ["export", join(vault, "pages")])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Nothing can be exported to \S+ \(this user may not write there\): /),
    });
    expect(readdirSync(vault)).toEqual([]);
    expect(await noticeProcess(env, ["export", join(folder, "pages")])).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(lstatSync(join(folder, "pages", "index.html"))).toMatchObject(service);
    const args = ["-c", `umask 077; node scripts/bin.mjs backup - > "$0"`, file];
    const { status, stderr } = spawnSync("sh", args, { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Backed up the store, up to revision 1: /)]);
    expect(lstatSync(file)).toMatchObject({ uid: 0, mode: 0o100600 });
    expect(await noticeProcess(env, ["restore", file])).toMatchObject({ code: 0, stderr: "" });
  });

  it("does nothing if root may not become that user", async () => {
    const { folder, env } = ownedFolders();
    const bin = resolve("scripts/bin.mjs");
    const args = ["--bounding-set=-setuid", process.execPath, bin, "init"];
    const { status, stdout, stderr } = spawnSync("setpriv", args, { env, encoding: "utf8" });
    expect([status, stdout, stderr]).toEqual([
      1,
      "",
      expect.stringMatching(/^User 12345 controls the notice store, .+: run the command as that user\.\n$/),
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("runs as the owner of the store, which it finds through folders and links", () => {
    const { top, folder, vault, database } = ownedFolders();
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
    const owners: [string, object | undefined][] = [
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
