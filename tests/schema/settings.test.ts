import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { readConfig, readInstallation } from "../../schema/settings/settings.ts";
import { settings } from "../../schema/settings/settings-schema.ts";
import { exampleOf } from "../../scripts/commands/about.ts";
import { temporaryFolder } from "../support/folder.ts";

const defaults = Object.fromEntries(
  settings.flatMap(([name, setting]) => (setting.default === undefined ? [] : [[name, setting.default]])),
);

describe("A wrong setting", () => {
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
  ])("is refused with the rule of %s: %j", (name, values) => {
    const [, { rule = "" } = {}] = settings.find(([known]) => known === name) ?? [];
    for (const value of values)
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be ${rule}`);
  });

  it("is shown with its value", () => {
    expect(() => readConfig({ PORT: "http" })).toThrow(
      ', not "http": correct it in the environment or in .env.',
    );
  });
});

describe("A setting that would create another store than was meant", () => {
  it.each([
    ...[
      "~/notice.db",
      "$HOME/notice.db",
      `\${DATA}/a/\${TOKEN}.db`,
      "$DATABASE_PASSWORD",
      "sqlite:notice.db",
    ],
    ...[
      "file:notice.db?mode=rwc&key=s3cret",
      "file:///data/notice.db",
      '"/data/notice.db"',
      "/data/notice.db ",
    ],
    ...[
      '"postgres://app:s3cret@db.example/notice"',
      "'postgres://app@db.example/notice?password=s3cret'",
      '""',
    ],
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

const key = "AZURE_OPENAI_CHAT_KEY";
const basePath = "AZURE_OPENAI_CHAT_BASE_PATH";
const right = { [key]: "k", [basePath]: "https://a.example/openai/deployments/gpt" };

describe("A setting of a model", () => {
  it.each([
    [key, "1 to 512 visible ASCII characters", ["sentinel with blanks", "sentinel\n", "sentinel".repeat(65)]],
    [
      basePath,
      "an https URL, or http on this machine",
      [
        ...["sentinel", "ftp://sentinel", "http://sentinel.example/", "http://127.0.0.1.sentinel.example/"],
        ...[
          "https://user:sentinel@a.example/",
          "https://a.example/?key=sentinel",
          "https://a.example/#sentinel",
        ],
        ...["https://a.example/sentinel b", " https://a.example/sentinel", "https:\\\\a.example\\sentinel"],
        `https://a.example/${"sentinel".repeat(260)}`,
      ],
    ],
  ])("is refused without its value: %s must be %s", (setting, rule, values) => {
    for (const value of values) {
      const read = () => readConfig({ ...right, [setting]: value });
      expect(read).toThrow(`${setting} must be ${rule}`);
      expect(read).not.toThrow("sentinel");
    }
  });

  it.each(["https://a.example", "https://a.example:8443/x/", "http://localhost:1/x", "http://[::1]:80/x"])(
    "may be the URL %s",
    (url) => expect(readConfig({ ...right, [basePath]: url })[basePath]).toBe(url),
  );

  it("is refused without the other of its pair", () => {
    expect(() => readConfig({ [key]: "sentinel" })).toThrow(
      /^\w+CHAT_KEY is set but \w+CHAT_BASE_PATH is not: /,
    );
    expect(() => readConfig({ AZURE_OPENAI_SPEECH_BASE_PATH: "https://a.example" })).toThrow(
      /^\w+SPEECH_BASE_PATH is set but \w+SPEECH_KEY is not: /,
    );
  });
});

describe("A secret in a file", () => {
  const withFile = (content: string | undefined, env: Record<string, string> = {}) => {
    const file = join(temporaryFolder(), "key");
    if (content !== undefined) writeFileSync(file, content);
    const { [key]: _key, ...rest } = right;
    return { file, read: () => readInstallation({ ...rest, [`${key}_FILE`]: file, ...env }).config[key] };
  };

  it.each(["sentinel", "sentinel\n", "sentinel\r\n"])("is read without its line end: %j", (content) => {
    expect(withFile(content).read()).toBe("sentinel");
  });

  it("may have a path relative to the home", () => {
    // The home of a clone has this file. Its content is no key.
    const { read } = withFile("", { [`${key}_FILE`]: "package.json" });
    expect(read).toThrow(/CHAT_KEY must be .*, or in the file that \w+CHAT_KEY_FILE names\.$/);
  });

  it.each([
    ["is missing", undefined, "it does not exist"],
    ["is empty", "", "it is empty"],
    ["has only a line end", "\n", "it is empty"],
  ])("is refused if the file %s", (_name, content, reason) => {
    const { file, read } = withFile(content);
    expect(read).toThrow(`${key}_FILE names ${file}, which cannot be used (${reason}): `);
  });

  it("is refused unless the file is regular or a link to a regular file", () => {
    for (const file of ["/dev/null", "/dev/zero"])
      expect(withFile("", { [`${key}_FILE`]: file }).read).toThrow("(it is not a regular file)");
    const link = join(temporaryFolder(), "link");
    const { file } = withFile("sentinel");
    symlinkSync(file, link);
    expect(withFile("", { [`${key}_FILE`]: link }).read()).toBe("sentinel");
  });

  it("is refused if the setting has the secret as well", () => {
    expect(withFile("sentinel", { [key]: "other" }).read).toThrow(`${key} and ${key}_FILE are both set: `);
  });

  it("is not read by a program that does not need it", () => {
    const { file } = withFile(undefined);
    expect(readInstallation({ [`${key}_FILE`]: file }, ["DATABASE"]).config).not.toHaveProperty(key);
  });
});

describe("The payment key", () => {
  it.each([
    ...[
      "sk_live_51Sentinel",
      "rk_test_51Sentinel",
      "pk_51Sentinel",
      "pk_live_",
      " pk_live_51Sentinel",
      "Sentinel",
    ],
    ...["pk_live_51Sentinel\nsk_live_51Sentinel", "pk_live_sk_live_51Sentinel"],
    `pk_live_${"Sentinel".repeat(31)}`,
  ])("is refused and not shown unless it is publishable: %j", (value) => {
    expect(() => readConfig({ STRIPE_PUBLISHABLE_KEY: value })).toThrow(
      /^STRIPE_PUBLISHABLE_KEY must be a publishable key \([^:]*\): correct it in the environment or in \.env\.$/,
    );
  });

  it.each(["pk_live_51Backsoon", "pk_test_TYooMQauvdEDq54NiTphI7jx"])(
    "is accepted if it is publishable: %s",
    (key) => expect(readConfig({ STRIPE_PUBLISHABLE_KEY: key }).STRIPE_PUBLISHABLE_KEY).toBe(key),
  );
});

describe("The path of the switch", () => {
  const socket = "/run/haproxy/backsoon.sock";

  it.each(["/tmp", "/home/anna", "/run/user/1000", "/srv/../tmp", "//tmp", "switch"])(
    "is refused in %s, because the proxy may see another folder there",
    (folder) => {
      for (const value of [`${folder}/on`, `haproxy:${folder}/on,${socket}`])
        expect(() => readConfig({ SWITCH: value })).toThrow(/^SWITCH must be the absolute path of a file/);
    },
  );

  it.each(["/srv/on", "/tmpfs/a-b/on.x", `haproxy:/etc/backsoon/switch/haproxy.map,${socket}`])(
    "is accepted: %s",
    (value) => expect(readConfig({ SWITCH: value }).SWITCH).toBe(value),
  );
});

describe("The settings", () => {
  it("have their defaults when unset or empty", () => {
    expect(readConfig({})).toEqual(defaults);
    expect(readConfig(Object.fromEntries(settings.map(([name]) => [name, ""])))).toEqual(defaults);
  });

  it("come from the environment, without its other variables", () => {
    const given = { PORT: "80", HOST: "::1", HOME: "/root" };
    expect(readConfig(given)).toEqual({ ...defaults, PORT: 80, HOST: "::1" });
  });

  it("accept networks in CIDR notation", () => {
    const TRUST_PROXY = "10.0.0.0/8, fd00::/8,203.0.113.7/32";
    expect(readConfig({ TRUST_PROXY })).toEqual({ ...defaults, TRUST_PROXY });
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

  it("keep their defaults if the program does not ask for them", () => {
    const given = { PORT: "tcp://10.0.0.1:80", DATABASE: "x.db" };
    expect(readConfig(given, ["DATABASE"])).toEqual({ ...defaults, DATABASE: "x.db" });
  });
});
