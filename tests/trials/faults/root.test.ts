import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
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

describe.skipIf(process.getuid?.() !== 0)("a command that root runs in another user's folder", () => {
  it("says and does there what it does in root's own folder, and leaves every file to the user", async () => {
    const [theirs, own] = [ownedFolders(), ownedFolders({ uid: 0, gid: 0 })];
    const document = JSON.stringify({ ...defaults, title: "Applied" });
    for (const { vault } of [theirs, own]) {
      writeFileSync(join(vault, "notice.json"), document, { mode: 0o600 });
    }
    // A backup that only root may read.
    const toVault = ({ folder, vault }: typeof own) => {
      renameSync(join(folder, "backup.db"), join(vault, "backup.db"));
      chownSync(join(vault, "backup.db"), 0, 0);
      chmodSync(join(vault, "backup.db"), 0o600);
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
      // A token is another each time, and so is when it expires, or a store is found broken.
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
    ["the folder's user and group", service, "12345", "12346", "/ 12345"],
    ["and not in root's group", { uid: 12345, gid: 0 }, "12345", "12345", "/ 12345"],
    ["by name, in that user's groups", nobody(), nobody().user, nobody().groups, nobody().home],
  ])("runs the editor as the folder's owner: %s", async (_name, owner, user, groups, home) => {
    const { top, env, database } = ownedFolders(owner);
    await noticeProcess(env, ["init"]);
    const editor = join(top, "editor");
    const tells = 'id -u; id -G; echo "$HOME $USER $SECRET"';
    writeFileSync(editor, `#!/bin/sh\n{ ${tells}; } >&2; sed -i 's/Under Maintenance/Edited/' "$1"\n`);
    chmodSync(editor, 0o755);
    const settings = { ...env, VISUAL: editor, SECRET: "hidden", TMPDIR: join(top, "vault") };
    expect(await noticeProcess(settings, ["edit"], { cwd: join(top, "vault") })).toEqual({
      code: 0,
      stdout: `Revision 2 is published.\n- title: Under Maintenance\n+ title: Edited\nTo undo: \`notice rollback 1\`.\nThe store is ${database}.\n`,
      stderr: `${user}\n${groups}\n${home} \n`,
    });
  });

  it("writes only where that user may, and sends root a backup for a file of root's", async () => {
    const { folder, vault, env } = ownedFolders();
    await noticeProcess(env, ["init"]);
    const file = join(vault, "backup.db");
    expect(await noticeProcess(env, ["backup", file])).toEqual({
      code: 2,
      stdout: "",
      stderr: `${file} cannot be created (its folder cannot be written by this user): give a path in an existing folder that this user may write to, or - for standard output.\n`,
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

  it("does nothing where root may not become that user", async () => {
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

  it("takes a store for whose it is", () => {
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
