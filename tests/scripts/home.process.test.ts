import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machineHome } from "../../schema/settings/home.ts";
import { brandFolder } from "../support/brand.ts";
import { refusal } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { copyAsInstalled, copyInstallation } from "../support/installation.ts";

const isRoot = process.geteuid?.() === 0;
/** The user that commands run as: Node itself gives up root's rights. */
const user = isRoot ? { uid: 65_534, gid: 65_534, name: "nobody" } : { name: userInfo().username };

/** Runs a program of an installation in this folder. */
function start(file: string, args: string[], env: NodeJS.ProcessEnv, options: object = {}) {
  const settings = { PATH: process.env.PATH, TZ: "UTC", ...env };
  const how = { env: settings, encoding: "utf8", ...options } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], how);
  return { code: status, stdout, stderr };
}
const noticeIn = (installation: string) => join(installation, "scripts/bin.mjs");

/** A new folder with this mode. */
function folderWith(mode: number): string {
  const folder = temporaryFolder();
  chmodSync(folder, mode);
  return folder;
}

/** An installed program, a folder that every user may write to, and a working directory with somebody else's settings. */
function place() {
  const [program, folder, cwd] = [copyAsInstalled(), folderWith(0o777), folderWith(0o777)];
  writeFileSync(join(cwd, ".env"), `DATABASE=${join(cwd, "hostile.db")}\nNOTICE_AUTHOR=Mallory\n`);
  const notice = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    start(noticeIn(program), args, env, { cwd, ...user });
  return { program, cwd, folder, notice };
}

describe("An installed command", () => {
  it("uses the settings and store of its home, and ignores those of the working directory", () => {
    const { notice, program, folder, cwd } = place();
    writeFileSync(join(folder, ".env"), "DATABASE=kept/notice.db\nNOTICE_AUTHOR=anna\n");
    const store = join(folder, "kept/notice.db");
    const env = { BACKSOON_HOME: folder };
    const from = join(program, "data/notice.json");
    expect(notice(env, "init").stdout).toContain(`${store} is ready with revision 1 from ${from}.\n`);
    expect(notice(env, "set", "--title", "Here").stdout).toContain(`\nThe store is ${store}.\n`);
    expect(notice(env, "check").stdout).toContain(`all valid, home ${folder}\n`);
    expect([join(cwd, "hostile.db"), join(program, "var")].filter(existsSync)).toEqual([]);
  });

  it("advises sudo to a user who may not read the settings or the store", () => {
    const { notice, folder } = place();
    const closed = join(folder, "closed");
    mkdirSync(closed);
    chmodSync(closed, isRoot ? 0o700 : 0o000);
    const refused = (what: string) =>
      refusal(`${what} cannot be read by user ${user.name}: run the command with sudo.`, 1);
    expect(notice({ BACKSOON_HOME: closed }, "show")).toEqual(refused(join(closed, ".env")));
    const DATABASE = join(closed, "notice.db");
    expect(notice({ BACKSOON_HOME: folder, DATABASE }, "show")).toEqual(refused(DATABASE));
  });

  it("prints help and version even with invalid settings", () => {
    const { notice, folder } = place();
    writeFileSync(join(folder, ".env"), "PORTT=80\nDATABASE=notice.db\n");
    const run = (...args: string[]) => notice({ BACKSOON_HOME: folder }, ...args);
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(run("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect(run("set", "--help").stdout).toContain("--expected-return");
    for (const args of [["show"], ["set", "--title", "--help"], ["init"]])
      expect(run(...args)).toEqual(refusal("sets PORTT, which is not a setting", 1));
    expect(existsSync(join(folder, "notice.db"))).toBe(false);
  });

  // If the machine has a home of its own, every user has that home.
  it.skipIf(existsSync(machineHome.folder) || existsSync(machineHome.envFile))(
    "keeps its store in the user's home folder, and reports one that is read-only",
    () => {
      const { notice, folder } = place();
      const storeIn = (home: string) => join(home, ".local/share/backsoon/var/notice.db");
      const { stdout } = notice({ HOME: folder }, "init");
      expect(stdout).toContain(`${storeIn(folder)} is ready with revision 1 `);
      const closed = folderWith(0o555);
      const reason = "(its folder cannot be written by this user)";
      expect(notice({ HOME: closed }, "init")).toEqual(
        refusal(`${storeIn(closed)} cannot be used ${reason}`, 1),
      );
    },
  );
});

describe.skipIf(!isRoot)("A command that root runs", () => {
  const untrusted = "so somebody else could change what is there";

  it("reports that the store's owner cannot read the brand", () => {
    const notice = noticeIn(copyAsInstalled());
    const [store, BRAND_DIR] = [temporaryFolder(), brandFolder({ name: "Acme" })];
    chownSync(store, 65_534, 65_534);
    chmodSync(BRAND_DIR, 0o700);
    const env = { DATABASE: join(store, "notice.db"), BACKSOON_HOME: folderWith(0o755) };
    expect(start(notice, ["init"], env).code).toBe(0);
    expect(start(notice, ["check"], env).stdout).not.toContain("brand:");
    const { code, stdout } = start(notice, ["check"], { ...env, BRAND_DIR });
    expect([code, stdout]).toEqual([1, expect.stringContaining("FAILURE brand: brand.json cannot be read")]);
  });

  it("refuses a home that everybody may write to, as does the service", () => {
    const program = copyAsInstalled();
    const BACKSOON_HOME = folderWith(0o777);
    const refused = `${BACKSOON_HOME} can be written to by other users, ${untrusted}`;
    expect(start(noticeIn(program), ["check"], { BACKSOON_HOME })).toEqual(refusal(refused, 1));
    const server = start(join(program, "dist/node/api/server.js"), [], { BACKSOON_HOME, PORT: "0" });
    expect([server.code, server.stdout + server.stderr]).toEqual([1, expect.stringContaining(refused)]);
  });

  it("reads settings of the clone's owner, but of no other user", () => {
    const clone = copyInstallation();
    const file = join(clone, ".env");
    writeFileSync(file, "NOTICE_AUTHOR=anna\n");
    for (const path of [clone, file]) chownSync(path, 65_533, 65_533);
    for (const path of [clone, file]) chmodSync(path, path === file ? 0o664 : 0o775);
    const byRoot = (...args: string[]) => start(noticeIn(clone), args, {});
    expect(byRoot("init")).toMatchObject({ code: 0, stderr: "" });
    expect(byRoot("history", "--json").stdout).toContain('"author": "anna"');
    chownSync(file, 65_534, 65_534);
    expect(byRoot("check")).toEqual(refusal(`${file} belongs to user 65534, ${untrusted}`, 1));
  });
});
