import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { findHome, type Home, machineHome } from "../../schema/settings/home.ts";
import { readConfig, readInstallation } from "../../schema/settings/settings.ts";
import { settings } from "../../schema/settings/settings-schema.ts";
import { exampleOf } from "../../scripts/commands/about.ts";
import { temporaryFolder } from "../support/folder.ts";

const defaults = Object.fromEntries(
  settings.flatMap(([name, setting]) => (setting.default === undefined ? [] : [[name, setting.default]])),
);

const key = "AZURE_OPENAI_CHAT_KEY";
const basePath = "AZURE_OPENAI_CHAT_BASE_PATH";
const stripe = "STRIPE_PUBLISHABLE_KEY";
const right = { [key]: "k", [basePath]: "https://a.example/openai/deployments/gpt" };
const socket = "/run/haproxy/backsoon.sock";

describe("A setting", () => {
  it.each([
    ["PORT", ["http", "65536", "80.5", " 80"]],
    ["HOST", ["http://x"]],
    ["RETRY_AFTER", ["0"]],
    ["LOG_LEVEL", ["loud"]],
    ["AZURE_OPENAI_API_VERSION", ["2024-13-01", "2024-10-21-beta", "2024-10-21&api-key=x"]],
    ["DATABASE", ["a\u0000b"]],
    ["TRUST_PROXY", ["true", "10.0.0.1", "10.0.0.0/33", "::/0", "10.0.0.0/8,proxy", "fe80::1%eth0/64", ","]],
    ["FRAME_ORIGINS", [",", "https://lms.*.example", "https://lms.example/", "https://a;script-src"]],
    ["NOTICE_AUTHOR", ["eve\nroot"]],
    // The proxy may see another folder there.
    ["SWITCH", ["/tmp/on", "/home/anna/on", "/run/user/1000/on", "/srv/../tmp/on", "//tmp/on", "switch/on"]],
    ["SWITCH", ["/tmp", "/home/anna", "switch"].map((folder) => `haproxy:${folder}/on,${socket}`)],
    [key, ["secret with blanks", "secret\n", "secret".repeat(90)]],
    [basePath, ["secret", "ftp://secret", "http://secret.example/", "http://127.0.0.1.secret.example/"]],
    [basePath, ["user:secret@a", "a/?key=secret", "a/#secret", "a/secret b"].map((it) => `https://${it}`)],
    [basePath, [" https://a/secret", "https:\\\\a\\secret", `https://a/${"secret".repeat(400)}`]],
    [stripe, ["sk_live_5secret", "rk_test_5secret", "pk_5secret", " pk_live_5secret", "secret", "pk_live_"]],
    [stripe, ["pk_live_5secret\nsk_live_5secret", "pk_live_sk_live_5secret"]],
    [stripe, [`pk_live_${"secret".repeat(50)}`]],
  ])("is refused with the rule of %s, and shows no secret: %j", (name, values) => {
    const [, { rule = "" } = {}] = settings.find(([known]) => known === name) ?? [];
    for (const value of values) {
      const read = () => readConfig({ ...right, [name]: value });
      expect(read).toThrow(`${name} must be ${rule}`);
      expect(read).not.toThrow("secret");
    }
  });

  it("is shown with its wrong value if it is no secret", () => {
    expect(() => readConfig({ PORT: "http" })).toThrow(', not "http": correct it in ');
  });

  it.each([
    ["TRUST_PROXY", ["10.0.0.0/8, fd00::/8,203.0.113.7/32"]],
    ["SWITCH", ["/srv/on", "/tmpfs/a-b/on.x", `haproxy:/etc/backsoon/switch/haproxy.map,${socket}`]],
    [basePath, ["https://a.example", "https://a.example:8443/x/", "http://localhost:1", "http://[::1]:80"]],
    [stripe, ["pk_live_51Backsoon", "pk_test_TYooMQauvdEDq54NiTphI7jx"]],
  ])("is accepted unchanged as %s: %j", (name, values) => {
    for (const value of values)
      expect(readConfig({ ...right, [name]: value })).toEqual({ ...defaults, ...right, [name]: value });
  });

  it("of a model is refused without the other of its pair", () => {
    expect(() => readConfig({ [key]: "k" })).toThrow(`${key} is set but ${basePath} is not: `);
    const [speech, speechKey] = ["AZURE_OPENAI_SPEECH_BASE_PATH", "AZURE_OPENAI_SPEECH_KEY"];
    const read = () => readConfig({ [speech]: "https://a.example" });
    expect(read).toThrow(`${speech} is set but ${speechKey} is not: `);
  });
});

describe("A setting that would create another store than was meant", () => {
  it.each([
    ...["~/notice.db", "$HOME/notice.db", `\${DATA}/a/\${TOKEN}.db`, "$DATABASE_PASSWORD", '""'],
    ...["sqlite:notice.db", "file:notice.db?mode=rwc&key=s3cret", "file:///data/notice.db"],
    ...['"/data/notice.db"', "/data/notice.db ", '"postgres://app:s3cret@db.example/notice"'],
    "'postgres://app@db.example/notice?password=s3cret'",
  ])("is refused: %s", (value) => {
    for (const setting of ["DATABASE", "STATE_DIR"]) {
      expect(() => readConfig({ [setting]: value })).toThrow(`${setting} is taken as written: `);
      expect(readConfig({ [setting]: value }, ["PORT"])).toEqual(defaults);
    }
  });

  it("is refused as DATABASE_URL without DATABASE", () => {
    const url = "postgres://app:s3cret@db.example/notice";
    expect(() => readConfig({ DATABASE_URL: url })).toThrow("Backsoon calls this setting DATABASE: ");
    expect(readConfig({ DATABASE_URL: url, DATABASE: "a.db" }).DATABASE).toBe("a.db");
  });
});

describe("A secret in a file", () => {
  const withFile = (content: string | undefined, env: Record<string, string> = {}) => {
    const file = join(temporaryFolder(), "key");
    if (content !== undefined) writeFileSync(file, content);
    const { [key]: _key, ...rest } = right;
    return { file, read: () => readInstallation({ ...rest, [`${key}_FILE`]: file, ...env }).config[key] };
  };

  it("is read without its line end, also through a link", () => {
    for (const end of ["", "\n", "\r\n"]) expect(withFile(`secret${end}`).read()).toBe("secret");
    const link = join(temporaryFolder(), "link");
    symlinkSync(withFile("secret").file, link);
    expect(withFile("", { [`${key}_FILE`]: link }).read()).toBe("secret");
  });

  it("may have a path relative to the home", () => {
    // The home of a clone has this file. Its content is no key.
    const { read } = withFile("", { [`${key}_FILE`]: "package.json" });
    expect(read).toThrow(/CHAT_KEY must be .*, or in the file that \w+CHAT_KEY_FILE names\.$/);
  });

  it("is refused if the file is missing, empty or a device, or if the setting has the secret as well", () => {
    for (const content of [undefined, "", "\n"]) {
      const { file, read } = withFile(content);
      const reason = content === undefined ? "it does not exist" : "it is empty";
      expect(read).toThrow(`${key}_FILE names ${file}, which cannot be used (${reason}): `);
    }
    for (const file of ["/dev/null", "/dev/zero"])
      expect(withFile("", { [`${key}_FILE`]: file }).read).toThrow("(it is not a regular file)");
    expect(withFile("secret", { [key]: "other" }).read).toThrow(`${key} and ${key}_FILE are both set: `);
  });

  it("is not read by a program that does not need it", () => {
    const { file } = withFile(undefined);
    expect(readInstallation({ [`${key}_FILE`]: file }, ["DATABASE"]).config).not.toHaveProperty(key);
  });
});

describe("The settings", () => {
  it("come from the environment, and have defaults if they are unset, empty or not needed", () => {
    for (const env of [{}, Object.fromEntries(settings.map(([name]) => [name, ""]))])
      expect(readConfig(env)).toEqual(defaults);
    const given = { PORT: "80", HOST: "::1", HOME: "/root" };
    expect(readConfig(given)).toEqual({ ...defaults, PORT: 80, HOST: "::1" });
    const needed = readConfig({ PORT: "tcp://10.0.0.1:80", DATABASE: "x.db" }, ["DATABASE"]);
    expect(needed).toEqual({ ...defaults, DATABASE: "x.db" });
  });

  it("are in .env.example, as `npx notice settings` prints them", () => {
    const text = readFileSync(".env.example", "utf8");
    expect(text.split("\n").slice(2)).toEqual([...exampleOf(), ""]);
    expect(parseEnv(text.replace(/^#(?=[A-Z_]+=)/gm, ""))).toEqual(
      Object.fromEntries(settings.map(([name, setting]) => [name, String(setting.default ?? "")])),
    );
    for (const [, { description }] of settings) expect(text).toContain(`# ${description}`);
  });

  it("are in the tables of docs/settings.md with default, rule and description", () => {
    const rows = readFileSync("docs/settings.md", "utf8").match(/^\| `[A-Z_]+` \|.*$/gm);
    expect(rows).toEqual(
      settings.map(([name, setting]) => {
        const value = setting.default === undefined ? "" : `\`${setting.default}\``;
        return `| \`${name}\` | ${value} | ${setting.rule} | ${setting.description} |`;
      }),
    );
  });
});

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
