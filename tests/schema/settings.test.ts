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

describe("a wrong setting is named with what it may be", () => {
  it.each([
    ["PORT", "http", 'PORT must be a whole number from 0 to 65535, not "http"'],
    ["PORT", "65536", 'PORT must be a whole number from 0 to 65535, not "65536"'],
    ["PORT", "80.5", "PORT must be a whole number from 0 to 65535"],
    ["PORT", " 80", "PORT must be a whole number from 0 to 65535"],
    ["HOST", "http://x", "HOST must be an IP address or a host name"],
    ["RETRY_AFTER", "0", "RETRY_AFTER must be a whole number from 1 to 86400"],
    ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent"],
    ...["2024-13-01", "2024-10-21-beta", "2024-10-21&api-key=x"].map((value): [string, string, string] => [
      "AZURE_OPENAI_API_VERSION",
      value,
      "AZURE_OPENAI_API_VERSION must be a date such as `2024-10-21`, with `-preview` for a preview",
    ]),
    ["DATABASE", "a\u0000b", "DATABASE must be the path of a file"],
    ...["true", "10.0.0.1", "10.0.0.0/33", "::/0", "10.0.0.0/8,proxy", "fe80::1%eth0/64", ","].map(
      (value): [string, string, string] => [
        "TRUST_PROXY",
        value,
        "TRUST_PROXY must be networks in CIDR notation",
      ],
    ),
    ...[",", "https://lms.*.example", "https://lms.example/", "https://a;script-src"].map(
      (value): [string, string, string] => ["FRAME_ORIGINS", value, "FRAME_ORIGINS must be origins such as"],
    ),
    ["NOTICE_AUTHOR", "eve\nroot", "NOTICE_AUTHOR must be one line of 1 to 100 characters"],
  ])("%s=%j", (setting, value, sentence) => {
    expect(() => readConfig({ [setting]: value })).toThrow(sentence);
    expect(() => readConfig({ [setting]: value })).toThrow(/: correct it in the environment or in \.env\.$/);
  });
});

describe("a setting that would begin another store than was meant is refused:", () => {
  it.each([
    "~/notice.db",
    "$HOME/notice.db",
    `\${DATA}/a/\${TOKEN}.db`,
    "$DATABASE_PASSWORD",
    "file:notice.db?mode=rwc&key=s3cret",
    "file:///data/notice.db",
    "sqlite:notice.db",
    '"/data/notice.db"',
    "/data/notice.db ",
    '"postgres://app:s3cret@db.example/notice"',
    "'postgres://app@db.example/notice?password=s3cret'",
    '""',
  ])("%s", (value) => {
    for (const setting of ["DATABASE", "STATE_DIR"]) {
      const sentence = `${setting} is taken as written: set it to the path or the URL itself in the environment or in .env, without quotation marks, blanks around it, "file:", "~" or variables.`;
      expect(() => readConfig({ [setting]: value })).toThrow(sentence);
      expect(readConfig({ [setting]: value }, ["PORT"])).toEqual(defaults);
    }
  });

  it("DATABASE_URL alone", () => {
    const url = "postgres://app:s3cret@db.example/notice";
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(
      "DATABASE_URL is set, but Backsoon calls this setting DATABASE: set DATABASE to the URL without its password, and DATABASE_PASSWORD to the password. For the usual file, set DATABASE to var/notice.db.",
    );
    expect(readConfig({ DATABASE_URL: url, DATABASE: "a.db" }).DATABASE).toBe("a.db");
  });
});

const key = "AZURE_OPENAI_CHAT_KEY";
const basePath = "AZURE_OPENAI_CHAT_BASE_PATH";
const right = { [key]: "k", [basePath]: "https://a.example/openai/deployments/gpt" };

describe("a wrong secret, and a wrong URL that may hold one, is not shown:", () => {
  it.each([
    [key, "sentinel with blanks", "1 to 512 visible ASCII characters"],
    [key, "sentinel\n", "1 to 512 visible ASCII characters"],
    [key, "sentinel".repeat(65), "1 to 512 visible ASCII characters"],
    [basePath, "sentinel", "an https URL, or http on this machine, such as `https://"],
    [basePath, "ftp://sentinel", "an https URL"],
    [basePath, "http://sentinel.example/", "an https URL"],
    [basePath, "http://127.0.0.1.sentinel.example/", "an https URL"],
    [basePath, "https://user:sentinel@a.example/", "an https URL"],
    [basePath, "https://a.example/?api-key=sentinel", "an https URL"],
    [basePath, "https://a.example/#sentinel", "an https URL"],
    [basePath, "https://a.example/sentinel b", "an https URL"],
    [basePath, " https://a.example/sentinel", "an https URL"],
    [basePath, "https:\\\\a.example\\sentinel", "an https URL"],
    [basePath, `https://a.example/${"sentinel".repeat(260)}`, "an https URL"],
  ])("%s=%j", (setting, value, rule) => {
    const read = () => readConfig({ ...right, [setting]: value });
    expect(read).toThrow(`${setting} must be ${rule}`);
    expect(read).toThrow(
      /: correct it in the environment or in \.env(?:, or in the file that \w+_KEY_FILE names)?\.$/,
    );
    expect(read).not.toThrow("sentinel");
  });

  it.each([
    "https://a.example",
    "https://a.example:8443/x/",
    "http://localhost:1/x",
    "http://127.0.0.9",
    "http://[::1]:80/x",
  ])("and %s is right", (url) => expect(readConfig({ ...right, [basePath]: url })[basePath]).toBe(url));

  it("and one of a pair alone names the other", () => {
    expect(() => readConfig({ [key]: "sentinel" })).toThrow(
      /^AZURE_OPENAI_CHAT_KEY is set but AZURE_OPENAI_CHAT_BASE_PATH is not: set both, or neither\.$/,
    );
    expect(() => readConfig({ AZURE_OPENAI_SPEECH_BASE_PATH: "https://a.example" })).toThrow(
      "AZURE_OPENAI_SPEECH_BASE_PATH is set but AZURE_OPENAI_SPEECH_KEY is not:",
    );
  });
});

describe("a secret in a file", () => {
  const withFile = (content: string | undefined, env: Record<string, string> = {}) => {
    const file = join(temporaryFolder(), "key");
    if (content !== undefined) writeFileSync(file, content);
    const { [key]: _key, ...rest } = right;
    return { file, read: () => readInstallation({ ...rest, [`${key}_FILE`]: file, ...env }).config[key] };
  };

  it.each(["sentinel", "sentinel\n", "sentinel\r\n"])(
    "is its content without the end of its line: %j",
    (content) => {
      expect(withFile(content).read()).toBe("sentinel");
    },
  );

  it("may be at a path that starts at the home", () => {
    // A clone is its own home, and has that file; what it holds is no key, and is not shown.
    const { read } = withFile("", { [`${key}_FILE`]: "package.json" });
    expect(read).toThrow(
      /^AZURE_OPENAI_CHAT_KEY must be 1 to 512 visible ASCII characters: correct it in the environment or in \.env, or in the file that AZURE_OPENAI_CHAT_KEY_FILE names\.$/,
    );
  });

  it.each([
    ["is missing", undefined, "it does not exist"],
    ["is empty", "", "it is empty"],
    ["has no more than the end of a line", "\n", "it is empty"],
  ])("that %s stops the start", (_name, content, reason) => {
    const { file, read } = withFile(content);
    expect(read).toThrow(
      `AZURE_OPENAI_CHAT_KEY_FILE names ${file}, which cannot be used (${reason}): give the path of a readable file that contains only the secret, or unset it.`,
    );
  });

  it("that is no regular file stops the start, but a link to one may be it", () => {
    for (const file of ["/dev/null", "/dev/zero"])
      expect(withFile("", { [`${key}_FILE`]: file }).read).toThrow("(it is not a regular file)");
    const link = join(temporaryFolder(), "link");
    const { file } = withFile("sentinel");
    symlinkSync(file, link);
    expect(withFile("", { [`${key}_FILE`]: link }).read()).toBe("sentinel");
  });

  it("and in the setting itself contradict each other", () => {
    expect(withFile("sentinel", { [key]: "other" }).read).toThrow(
      /^AZURE_OPENAI_CHAT_KEY and AZURE_OPENAI_CHAT_KEY_FILE are both set: unset one of them\.$/,
    );
  });

  it("is not read by who has no use for it", () => {
    const { file } = withFile(undefined);
    expect(readInstallation({ [`${key}_FILE`]: file }, ["DATABASE"]).config).not.toHaveProperty(key);
  });
});

describe("a payment key that is none for the public is refused and not shown", () => {
  it.each([
    "sk_live_51Sentinel",
    "rk_test_51Sentinel",
    "pk_51Sentinel",
    "pk_live_",
    " pk_live_51Sentinel",
    "pk_live_51Sentinel\nsk_live_51Sentinel",
    "pk_live_sk_live_51Sentinel",
    `pk_live_${"Sentinel".repeat(31)}`,
    "Sentinel",
  ])("%j", (value) => {
    expect(() => readConfig({ STRIPE_PUBLISHABLE_KEY: value })).toThrow(
      /^STRIPE_PUBLISHABLE_KEY must be a publishable key \([^:]*\): correct it in the environment or in \.env\.$/,
    );
    expect(() => readConfig({ STRIPE_PUBLISHABLE_KEY: value })).not.toThrow(/Sentinel/);
  });

  it.each(["pk_live_51Backsoon", "pk_test_TYooMQauvdEDq54NiTphI7jx"])("%s is taken", (value) => {
    expect(readConfig({ STRIPE_PUBLISHABLE_KEY: value }).STRIPE_PUBLISHABLE_KEY).toBe(value);
  });
});

describe("the switch", () => {
  const [rest, other] = ["on", "/run/haproxy/backsoon.sock"];
  it.each(["/tmp", "/home/anna", "/run/user/1000", "/srv/../tmp", "//tmp", "switch"])(
    "in %s is refused: a proxy may have another such folder",
    (folder) => {
      for (const value of [`${folder}/${rest}`, `haproxy:${folder}/${rest},${other}`])
        expect(() => readConfig({ SWITCH: value })).toThrow(
          /^SWITCH must be the absolute path of a file that/,
        );
    },
  );

  it.each(["/srv/on", "/tmpfs/a-b/on.x", `haproxy:/etc/backsoon/switch/haproxy.map,${other}`])(
    "%s",
    (value) => {
      expect(readConfig({ SWITCH: value }).SWITCH).toBe(value);
    },
  );
});

describe("settings", () => {
  it("have their defaults when unset or empty", () => {
    expect(readConfig({})).toEqual(defaults);
    expect(readConfig(Object.fromEntries(settings.map(([name]) => [name, ""])))).toEqual(defaults);
  });

  it("come from the environment, with numbers as numbers, and nothing else does", () => {
    expect(readConfig({ PORT: "80", HOST: "::1", HOME: "/root" })).toEqual({
      ...defaults,
      PORT: 80,
      HOST: "::1",
    });
  });

  it("take networks in CIDR notation", () => {
    const TRUST_PROXY = "10.0.0.0/8, fd00::/8,203.0.113.7/32";
    expect(readConfig({ TRUST_PROXY })).toEqual({ ...defaults, TRUST_PROXY });
  });

  it("stand in .env.example in this order, as `npx notice settings` prints them", () => {
    const text = readFileSync(".env.example", "utf8");
    expect(text.split("\n").slice(2)).toEqual([...exampleOf(), ""]);
    expect(parseEnv(text.replace(/^#(?=[A-Z_]+=)/gm, ""))).toEqual(
      Object.fromEntries(settings.map(([name, setting]) => [name, String(setting.default ?? "")])),
    );
    for (const [, { description }] of settings) expect(text).toContain(`# ${description}`);
  });

  it("stand in the tables of docs/settings.md in this order, each with its default, its rule and its description", () => {
    const rows = readFileSync("docs/settings.md", "utf8").match(/^\| `[A-Z_]+` \|.*$/gm);
    expect(rows).toEqual(
      settings.map(([name, setting]) => {
        const value = setting.default === undefined ? "" : `\`${setting.default}\``;
        return `| \`${name}\` | ${value} | ${setting.rule} | ${setting.description} |`;
      }),
    );
  });

  it("that are not asked for keep their defaults, however wrong they are", () => {
    expect(readConfig({ PORT: "tcp://10.0.0.1:80", DATABASE: "x.db" }, ["DATABASE"])).toEqual({
      ...defaults,
      DATABASE: "x.db",
    });
  });
});
