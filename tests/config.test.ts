import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { readConfig, settings } from "../schema/config.ts";

const defaults = Object.fromEntries(
  settings.flatMap(([name, setting]) => (setting.default === undefined ? [] : [[name, setting.default]])),
);

describe("a wrong setting is named with what it may be", () => {
  it.each([
    ["PORT", "http", 'PORT must be a whole number from 0 to 65535, not "http"'],
    ["PORT", "65536", 'PORT must be a whole number from 0 to 65535, not "65536"'],
    ["PORT", "-1", "PORT must be a whole number from 0 to 65535"],
    ["PORT", "80.5", "PORT must be a whole number from 0 to 65535"],
    ["PORT", "0x50", "PORT must be a whole number from 0 to 65535"],
    ["PORT", " 80", "PORT must be a whole number from 0 to 65535"],
    ["HOST", "http://x", "HOST must be an IP address or a host name"],
    ["RETRY_AFTER", "0", "RETRY_AFTER must be a whole number from 1 to 86400"],
    ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent"],
    ["DATABASE", "a\u0000b", "DATABASE must be the path of a file"],
    ...[
      "true",
      "*",
      "1",
      "loopback",
      "10.0.0.1",
      "10.0.0.0/33",
      "0.0.0.0/0",
      "::/0",
      "10.0.0.0/8,proxy",
      "fe80::1%eth0/64",
      ",",
    ].map((value): [string, string, string] => [
      "TRUST_PROXY",
      value,
      "TRUST_PROXY must be networks in CIDR notation",
    ]),
    ["NOTICE_AUTHOR", "eve\nroot", "NOTICE_AUTHOR must be one line of 1 to 100 characters"],
    ["NOTICE_AUTHOR", "  ", "NOTICE_AUTHOR must be one line of 1 to 100 characters"],
    ["NOTICE_AUTHOR", "x".repeat(101), "NOTICE_AUTHOR must be one line of 1 to 100 characters"],
  ])("%s=%j", (setting, value, sentence) => {
    expect(() => readConfig({ [setting]: value })).toThrow(sentence);
    expect(() => readConfig({ [setting]: value })).toThrow(/: correct it in the environment or in \.env\.$/);
  });
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

  it("stand in .env.example, each with its default", () => {
    const text = readFileSync(".env.example", "utf8");
    expect(parseEnv(text.replace(/^#(?=[A-Z_]+=)/gm, ""))).toEqual(
      Object.fromEntries(settings.map(([name, setting]) => [name, String(setting.default ?? "")])),
    );
    for (const [, { description }] of settings) expect(text).toContain(`# ${description}`);
  });

  it("stand in the README's table, each with its default, its rule and its description", () => {
    const rows = readFileSync("README.md", "utf8").match(/^\| `[A-Z_]+` \|.*$/gm);
    expect(rows).toEqual(
      settings.map(([name, setting]) => {
        const value = setting.default === undefined ? "" : `\`${setting.default}\``;
        return `| \`${name}\` | ${value} | ${setting.rule} | ${setting.description} |`;
      }),
    );
  });

  it("have rules that say what their schemas do", () => {
    for (const [, { rule, ...setting }] of settings) {
      if ("maximum" in setting)
        expect(rule).toContain(`from ${Object(setting).minimum} to ${setting.maximum}`);
      if ("enum" in setting) expect(rule).toContain(Object(setting).enum.join(", "));
    }
  });

  it("that are not asked for keep their defaults, however wrong they are", () => {
    expect(readConfig({ PORT: "tcp://10.0.0.1:80", DATABASE: "x.db" }, ["DATABASE"])).toEqual({
      ...defaults,
      DATABASE: "x.db",
    });
  });
});
