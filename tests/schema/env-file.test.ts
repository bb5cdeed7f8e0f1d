import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEnvFile } from "../../schema/settings/env-file.ts";
import { settingNames } from "../../schema/settings/settings-schema.ts";
import { temporaryFolder } from "../support/folder.ts";

function envFile(content: string | Uint8Array, file = join(temporaryFolder(), ".env")): string {
  writeFileSync(file, content);
  return file;
}

function read(content: string | Uint8Array): object {
  return { ...readEnvFile(envFile(content)) };
}

describe("A .env file", () => {
  it("sets nothing if it does not exist or is a link to the null device", () => {
    const file = join(temporaryFolder(), ".env");
    expect(readEnvFile(file)).toEqual({});
    symlinkSync("/dev/null", file);
    expect(readEnvFile(file)).toEqual({});
  });

  // `tests/api/server.process.test.ts` tries a pipe, which needs a process.
  it.each<[name: string, make: (file: string) => void, reason: string]>([
    ["a link to a missing file", (file) => symlinkSync("none", file), "it does not exist"],
    ["a device without end", (file) => symlinkSync("/dev/zero", file), "it is not a regular file"],
    ["a file of a gigabyte", (file) => truncateSync(envFile("", file), 2 ** 30), "it is larger than 256 KiB"],
    ["a folder", (file) => void mkdirSync(file), "it is a folder"],
  ])("is refused if it is %s", (_name, make, reason) => {
    const file = join(temporaryFolder(), ".env");
    make(file);
    expect(() => readEnvFile(file)).toThrow(`The settings in ${file} cannot be read (${reason}): `);
  });

  it("may have 256 KiB, but not more", () => {
    const line = "PORT=80\n";
    const most = 256 * 1024;
    expect(read(`${"#".repeat(most - line.length - 1)}\n${line}`)).toEqual({ PORT: "80" });
    expect(() => read(`${"#".repeat(most - line.length)}\n${line}`)).toThrow("larger than 256 KiB");
  });

  it.each([
    ["\n \t\n# a comment = not a setting\n  # another: one\n", {}],
    ["PORT=80", { PORT: "80" }],
    ["PORT=80\r\nHOST=::1\r\n", { PORT: "80", HOST: "::1" }],
    [" PORT = 80 \nexport HOST=::1\nexport\tA=b", { PORT: "80", HOST: "::1", A: "b" }],
    ["PORT=\nHOST=::1", { PORT: "", HOST: "::1" }],
    ["A=b # c\nB='it is' # quoted\nC=\"#fff\"", { A: "b", B: "it is", C: "#fff" }],
    ["PORT=80 # not 81#82, see c#\nA= #b#", { PORT: "80", A: "" }],
    ["A=it's\nB=a b\nC=a=b\nD==", { A: "it's", B: "a b", C: "a=b", D: "=" }],
    ["A='one\ntwo\n\n# three'\nPORT=80", { A: "one\ntwo\n\n# three", PORT: "80" }],
    ['A="one\\ntwo"\nB=`x`\nC=""', { A: "one\ntwo", B: "x", C: "" }],
  ])("is read: %j", (content, values) => {
    expect(read(content)).toEqual(values);
  });

  it("is read as Node reads it, if Node can read it", () => {
    // Names too short to resemble a setting.
    const name = fc.stringMatching(/^[A-Z_]{1,2}$/);
    const value = fc.oneof(
      fc.stringMatching(/^[\w.:/=-]{0,12}$/),
      fc.stringMatching(/^[\w #'=-]{0,12}$/).map((text) => `"${text}"`),
      fc.stringMatching(/^[\w #"=\n-]{0,12}$/).map((text) => `'${text}'`),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const text = pairs.map(([key, content]) => `${key}=${content}\n`).join("");
        expect(read(text)).toEqual({ ...parseEnv(text) });
      }),
      { numRuns: 50 },
    );
  });
});

describe("A line of .env", () => {
  const wrong = (name: string, meant: string): [string, number, string] => [
    `PORT=80\n${name}=sentinel\n`,
    2,
    `sets ${name}, which is not a setting (did you mean ${meant}?)`,
  ];

  it.each<[content: string, line: number, fault: string]>([
    ["PORT: 8080", 1, "is not a setting: write PORT=8080."],
    ["# ours\n\nRETRY_AFTER: 60\n", 3, "is not a setting: write RETRY_AFTER=60."],
    ["AZURE_OPENAI_CHAT_KEY: sentinel", 1, "is not a setting: write AZURE_OPENAI_CHAT_KEY=…."],
    ["A='one\ntwo'\nsentinel", 3, "is not a setting: write NAME=value, or put # before it"],
    ["PORT 8080", 1, "is not a setting: write NAME=value"],
    ["=sentinel", 1, "is not a setting: write NAME=value"],
    ["PORT=80\rHOST=::1", 1, "is not a setting"],
    ["PORT=80\nDATABASE=/srv/c#/sentinel.db\n", 2, "has a # within its value: put the value in quotation"],
    ['PORT=80\nA="sentinel\nHOST=::1\n', 2, "has a quotation mark that is not closed, or text after"],
    ["A='sentinel' B=2", 1, "has a quotation mark that is not closed, or text after the closing one"],
    // UTF-16 without a byte order mark, a NUL, and Latin-1.
    ["P\0O\0R\0T\0=\x001\0", 1, "is not UTF-8: save the file as UTF-8."],
    ["PORT=80\nA=\0\n", 2, "is not UTF-8: save the file as UTF-8."],
    ["PORT=80\n\nNOTICE_AUTHOR=J\xfcrgen\n", 3, "is not UTF-8: save the file as UTF-8."],
    wrong("RETRY_AFTR", "RETRY_AFTER"),
    wrong("log_level", "LOG_LEVEL"),
    wrong("PROT", "PORT"),
    wrong("POST", "HOST or PORT"),
    wrong("AZURE_OPEN_AI_CHAT_KEY", "AZURE_OPENAI_CHAT_KEY"),
    wrong("AZURE_OPENAI_CHAT_KEYFILE", "AZURE_OPENAI_CHAT_KEY_FILE"),
  ])("is refused with its number and without its value: %j", (content, line, fault) => {
    const file = envFile(Buffer.from(content, "latin1"));
    expect(() => readEnvFile(file)).toThrow(`Line ${line} of ${file} ${fault}`);
    expect(() => readEnvFile(file)).not.toThrow("sentinel");
  });

  it("is accepted if its name is a setting, or belongs to another program", () => {
    const others = ["PGPORT", "HTTP_PORT", "NODE_ENV", "DATABASE_URL", "RETRY_AF", "TZ"];
    for (const name of [...settingNames, ...others]) expect(read(`${name}=x`)).toEqual({ [name]: "x" });
  });
});
