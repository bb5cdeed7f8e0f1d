import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machineHome } from "../../schema/settings/home.ts";
import { brandFolder } from "../support/brand.ts";
import { temporaryFolder } from "../support/folder.ts";
import { copyAsInstalled, copyInstallation } from "../support/installation.ts";
import { refusalOf, untrusted } from "../support/untrusted-settings.ts";

/** A number that root runs commands as: Node itself drops root's rights for it. */
const ordinary: { uid?: number; gid?: number } = process.geteuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

interface Place {
  program: string;
  /** A working directory with settings of somebody else's. */
  cwd: string;
  /** A folder that every user may write to. */
  folder: string;
}

function place(): Place {
  const [program, folder, cwd] = [copyAsInstalled(), temporaryFolder(), temporaryFolder()];
  for (const open of [folder, cwd]) chmodSync(open, 0o777);
  writeFileSync(join(cwd, ".env"), `DATABASE=${join(cwd, "hostile.db")}\nNOTICE_AUTHOR=Mallory\n`);
  return { program, cwd, folder };
}

function notice({ program, cwd }: Place, env: NodeJS.ProcessEnv, ...args: string[]) {
  const bin = join(program, "scripts/bin.mjs");
  const settings = { PATH: process.env.PATH, TZ: "UTC", ...env };
  const options = { cwd, env: settings, encoding: "utf8", ...ordinary } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], options);
  return { code: status, stdout, stderr };
}

describe("An installed command", () => {
  it("uses the settings and store of its home, and ignores those of the working directory", () => {
    const at = place();
    const env = { BACKSOON_HOME: join(at.folder, "home") };
    mkdirSync(env.BACKSOON_HOME, { mode: 0o777 });
    chmodSync(env.BACKSOON_HOME, 0o777);
    writeFileSync(join(env.BACKSOON_HOME, ".env"), "DATABASE=kept/notice.db\nNOTICE_AUTHOR=anna\n");
    const store = join(env.BACKSOON_HOME, "kept/notice.db");
    expect(notice(at, env, "init")).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        `${store} is ready with revision 1 from ${join(at.program, "data/notice.json")}.\n`,
      ),
      stderr: "",
    });
    expect(notice(at, env, "set", "--title", "Here").stdout).toContain(`\nThe store is ${store}.\n`);
    expect(notice(at, env, "check").stdout).toContain(`all valid, home ${env.BACKSOON_HOME}\n`);
    expect(existsSync(join(at.cwd, "hostile.db"))).toBe(false);
    expect(existsSync(join(at.program, "var"))).toBe(false);
  });

  it.skipIf(ordinary.uid === undefined)("tells root that the store's owner cannot read the brand", () => {
    const at = place();
    const [home, store, brand] = [temporaryFolder(), join(at.folder, "store"), brandFolder({ name: "Acme" })];
    mkdirSync(store);
    chmodSync(home, 0o755);
    chownSync(store, ordinary.uid ?? 0, ordinary.gid ?? 0);
    chmodSync(brand, 0o700);
    const env = {
      PATH: process.env.PATH,
      DATABASE: join(store, "notice.db"),
      BACKSOON_HOME: home,
    };
    const asRoot = (command: string, more?: NodeJS.ProcessEnv) =>
      spawnSync(process.execPath, [join(at.program, "scripts/bin.mjs"), command], {
        cwd: at.cwd,
        env: { ...env, ...more },
        encoding: "utf8",
      });
    expect(asRoot("init").status).toBe(0);
    expect(asRoot("check").stdout).not.toContain("brand:");
    const { status, stdout } = asRoot("check", { BRAND_DIR: brand });
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/^FAILURE brand: brand\.json cannot be read \(EACCES\)/m),
    ]);
  });

  it("advises sudo to a user who may not read the settings or the store", () => {
    const at = place();
    const closed = join(at.folder, "closed");
    mkdirSync(closed);
    chmodSync(closed, 0o700);
    // Whoever runs the tests made the folder, and may look into it unless that is root, who runs commands as another.
    if (ordinary.uid === undefined) chmodSync(closed, 0o000);
    const said = (env: NodeJS.ProcessEnv) => notice(at, env, "show");
    expect(said({ BACKSOON_HOME: closed })).toEqual({
      code: 1,
      stdout: "",
      stderr: `The settings in ${join(closed, ".env")} cannot be read by user ${ordinary.uid === undefined ? userInfo().username : "nobody"}: run the command with sudo. If the service runs as that user, let that user read the file and its folder.\n`,
    });
    const store = join(closed, "notice.db");
    expect(said({ BACKSOON_HOME: at.folder, DATABASE: store })).toEqual({
      code: 1,
      stdout: "",
      stderr: `The folder of the notice store ${store} cannot be read by user ${ordinary.uid === undefined ? userInfo().username : "nobody"}: run the command with sudo. If the service runs as that user, let that user read the folder.\n`,
    });
  });

  it("prints help and version even with invalid settings", () => {
    const at = place();
    writeFileSync(join(at.folder, ".env"), "PORTT=80\nDATABASE=notice.db\n");
    const run = (...args: string[]) => notice(at, { BACKSOON_HOME: at.folder }, ...args);
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(run("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect(run("set", "--help")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("--expected-return"),
    });
    const fault = /^Line 1 of .* sets PORTT, which is not a setting/;
    for (const args of [["show"], ["set", "--title", "--help"], ["init"]])
      expect(run(...args)).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(fault) });
    expect(existsSync(join(at.folder, "notice.db"))).toBe(false);
  });

  // On a machine that has a home of its own, that is everybody's.
  it.skipIf(existsSync(machineHome.folder) || existsSync(machineHome.envFile))(
    "keeps its store in the user's home folder, and reports one that is read-only",
    () => {
      const at = place();
      const store = join(at.folder, ".local/share/backsoon/var/notice.db");
      expect(notice(at, { HOME: at.folder }, "init").stdout).toContain(`${store} is ready with revision 1 `);
      const closed = temporaryFolder();
      chmodSync(closed, 0o555);
      const hidden = join(closed, ".local/share/backsoon/var/notice.db");
      expect(notice(at, { HOME: closed }, "init")).toEqual({
        code: 1,
        stdout: "",
        stderr: `The notice store at ${hidden} cannot be used (its folder cannot be written by this user). Its folder must exist, be on a local disk with free space, and be writable by this user.\n`,
      });
    },
  );
});

describe.skipIf(process.geteuid?.() !== 0)("A command that root runs", () => {
  const byRoot = (program: string, env: NodeJS.ProcessEnv, ...args: string[]) => {
    const settings = { PATH: process.env.PATH, ...env };
    const bin = join(program, "scripts/bin.mjs");
    return spawnSync(process.execPath, [bin, ...args], { env: settings, encoding: "utf8" });
  };

  it("refuses settings that another user could write, and says how to fix that", () => {
    const program = copyAsInstalled();
    // The others are tried with `backsoon install`, which looks in the same way.
    for (const [what, change, fault] of untrusted.slice(1, 3)) {
      const root = temporaryFolder();
      const home = join(root, "etc/backsoon");
      mkdirSync(home, { recursive: true });
      const path = join(root, change(join(root, "etc")));
      const { status, stdout, stderr } = byRoot(program, { BACKSOON_HOME: home }, "check");
      expect([what, status, stdout, stderr]).toEqual([what, 1, "", `${refusalOf(path, fault)}\n`]);
    }
  });

  it("and the service refuse a home that everybody may write to", () => {
    const program = copyAsInstalled();
    const home = temporaryFolder();
    chmodSync(home, 0o777);
    const env = { PATH: process.env.PATH, BACKSOON_HOME: home, PORT: "0" };
    const server = join(program, "dist/node/api/server.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [server], { env, encoding: "utf8" });
    expect([status, stdout + stderr]).toEqual([1, expect.stringContaining(refusalOf(home, "mode"))]);
  });

  it("reads settings of the clone's owner, but of no other user", () => {
    const clone = copyInstallation();
    const [owner, stranger] = [65_533, 65_534];
    const file = join(clone, ".env");
    writeFileSync(file, "NOTICE_AUTHOR=anna\n");
    for (const path of [clone, file]) chownSync(path, owner, owner);
    for (const path of [clone, file]) chmodSync(path, path === file ? 0o664 : 0o775);
    expect(byRoot(clone, {}, "init")).toMatchObject({ status: 0, stderr: "" });
    expect(byRoot(clone, {}, "history", "--json").stdout).toContain('"author": "anna"');
    chownSync(file, stranger, stranger);
    expect(byRoot(clone, {}, "check")).toMatchObject({ status: 1, stderr: `${refusalOf(file, "owner")}\n` });
  });
});
