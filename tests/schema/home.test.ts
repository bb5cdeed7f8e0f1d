import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findHome, type Home, machineHome } from "../../schema/settings/home.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { temporaryFolder } from "../support/folder.ts";

const clone = { folder: "/opt/backsoon", isInstalled: false };
const installed = { folder: "/usr/lib/node_modules/backsoon", isInstalled: true };

const homeIn = (folder: string): Home => ({ folder, envFile: join(folder, ".env") });

function machine(): Home {
  const folder = temporaryFolder();
  return { folder: join(folder, "lib"), envFile: join(folder, "etc", ".env") };
}

describe("The home of Backsoon", () => {
  it("is the clone's own folder in a clone, whatever the environment says", () => {
    const env = { BACKSOON_HOME: "/srv/other", HOME: "/home/anna" };
    expect(findHome(clone, env)).toEqual(homeIn("/opt/backsoon"));
    expect(readInstallation(env).home).toEqual(homeIn(process.cwd()));
  });

  it("is the folder that BACKSOON_HOME names after an installation", () => {
    const existing = machine();
    mkdirSync(existing.folder);
    const env = { BACKSOON_HOME: "/srv/backsoon" };
    expect(findHome(installed, env, existing)).toEqual(homeIn("/srv/backsoon"));
  });

  it.each(["home", "./home", "~/home", "."])("is refused if BACKSOON_HOME is relative: %s", (value) => {
    const find = () => findHome(installed, { BACKSOON_HOME: value });
    expect(find).toThrow(`BACKSOON_HOME must be the absolute path of a folder, not "${value}": `);
  });

  it("is the machine's folder if that folder or its settings exist", () => {
    const [withFolder, withSettings] = [machine(), machine()];
    mkdirSync(withFolder.folder);
    mkdirSync(join(withSettings.envFile, ".."));
    writeFileSync(withSettings.envFile, "");
    for (const there of [withFolder, withSettings])
      expect(findHome(installed, { HOME: "/home/anna", BACKSOON_HOME: "" }, there)).toBe(there);
    expect(machineHome).toEqual({ folder: "/var/lib/backsoon", envFile: "/etc/backsoon/.env" });
  });

  it("is the machine's folder if this user may not see whether it exists", () => {
    const { folder } = machine();
    // The name is too long, so that the system also refuses root.
    const hidden = { folder, envFile: join("/", "x".repeat(300), ".env") };
    expect(findHome(installed, { HOME: "/home/anna" }, hidden)).toBe(hidden);
  });

  it("is a folder of the user's own otherwise; root does not use the HOME of another user", () => {
    const { uid, homedir } = userInfo();
    const inHome = (home: string) => homeIn(`${home}/.local/share/backsoon`);
    const found = findHome(installed, { HOME: "/home/anna" }, machine());
    expect(found).toEqual(inHome(uid === 0 ? homedir : "/home/anna"));
    expect(findHome(installed, {}, machine())).toEqual(inHome(homedir));
  });
});
