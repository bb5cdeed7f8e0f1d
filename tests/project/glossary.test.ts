import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Declared, declaredIn, hasWord } from "../support/structure/names.ts";

/** The words in the left column of the glossary, between backquotes. */
const [, table = ""] = readFileSync("docs/contributing.md", "utf8").split("| not | but | because |\n");
const refused = (table.split("\n\n")[0] ?? "").split("\n").flatMap((row) => {
  const [, not = ""] = row.split("|");
  return [...not.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
});

const files = ["schema", "data", "web", "api", "scripts"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
);
const declared = new Map(
  files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, declaredIn(file, readFileSync(file, "utf8"))]),
);

/** The refused words in the name of a file or folder, and in what it exports. */
function refusedIn(file: string, names: Declared[]): string[] {
  const exported = names.filter(({ isExported }) => isExported).map(({ name }) => name);
  return [basename(file), ...exported].flatMap((name) =>
    refused.filter((word) => hasWord(name, word)).map((word) => `${file}: ${name} has ${word}`),
  );
}

/** The constants that others import and that stand in another file with another value. */
function ambiguous(all: Map<string, Declared[]>): string[] {
  const constants = [...all].flatMap(([file, names]) =>
    names.flatMap(({ value, ...rest }) => (value === undefined ? [] : [{ file, value, ...rest }])),
  );
  return constants
    .filter(({ isExported }) => isExported)
    .flatMap(({ name, value, file }) =>
      constants
        .filter((other) => other.name === name && other.value !== value)
        .map((other) => `${name} is ${value} in ${file} and ${other.value} in ${other.file}`),
    );
}

describe("the glossary", () => {
  it("refuses what is called something else now, in exported names and in those of files and folders", () => {
    expect(refused.length).toBeGreaterThan(30);
    expect(declared.size).toBeGreaterThan(400);
    expect(files.flatMap((file) => refusedIn(file, declared.get(file) ?? []))).toEqual([]);
  });

  it.each([
    ["data/fate.ts", ""],
    ["api/admin", ""],
    ["data/planted.ts", "export const readCopy = 1"],
    ["data/planted.ts", "export function placeOf() {}"],
    ["data/planted.ts", "export interface PostgresPlace {}"],
    ["web/planted.tsx", "export const [a] = [<p />], postedAt = 1"],
    ["web/planted.ts", 'export { shown as newestShown } from "./shown.ts"'],
    ["scripts/planted.ts", "export type Answer = string"],
  ])("refuses %s with %s", (file, source) => {
    expect(refusedIn(file, declaredIn(file, source))).toHaveLength(1);
  });

  it("takes what is only part of a word, what no other file sees, and a verb", () => {
    const source = "export const signpostedAt = 1, answerMedia = 2, TextToCopy = 3; const patience = 4;";
    expect(refusedIn("web/backplace.ts", declaredIn("web/backplace.ts", source))).toEqual([]);
  });

  it("has one value for a constant that other files import", () => {
    expect(ambiguous(declared)).toEqual([]);
  });

  it.each([
    [
      "export const max = 64 * 1024;",
      "const max = 2 * 64 * 1024;",
      ["max is 65536 in a.ts and 131072 in b.ts"],
    ],
    ["export const max = 64 * 1024;", "const max = 65_536;", []],
    ["const max = 1;", "const max = 2;", []],
  ])("takes %s beside %s, or says what is wrong", (one, other, wrong) => {
    const files = { "a.ts": one, "b.ts": other };
    const all = new Map(Object.entries(files).map(([file, source]) => [file, declaredIn(file, source)]));
    expect(ambiguous(all)).toEqual(wrong);
  });
});
