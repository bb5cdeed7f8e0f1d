import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Declared, declaredIn, hasWord } from "../support/structure/names.ts";

/** A row's words, between backquotes in its left column, and where they are refused: `in data` behind them, or everywhere. */
interface Refused {
  words: string[];
  folder: string;
}

const [, table = ""] = readFileSync("docs/contributing.md", "utf8").split(
  "| not | but | because |\n| --- | --- | --- |\n",
);
const rows = (table.split("\n\n")[0] ?? "").split("\n").map(readRow);

function readRow(row: string): Refused {
  const [not = "", folder = ""] = (row.split("|")[1] ?? "").split(" in ");
  const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
  return { words: quoted(not), folder: quoted(folder).join() };
}

/** Where what users see is named: commands and the keys of their JSON, the editor's API, settings, errors, metrics. */
const named = filesIn([
  ...["scripts/commands", "scripts/terminal", "scripts/proposals", "api/observe", "api/editor/openapi"],
  ...["schema/editor-api", "schema/settings", "schema/errors"],
]).filter((file) => file.endsWith(".ts"));

/** The refused words in what a source calls commands, options, keys and metrics. */
function refusedInKeys(file: string, source: string): string[] {
  const names = source.matchAll(
    /(?:^|[{,])\s*"?([A-Za-z][\w-]*)"?(?=\s*[:,}])|(?:"--|"backsoon_|\.command\(")([\w-]+)/gm,
  );
  const words = rows.filter(({ folder }) => folder === "").flatMap((row) => row.words);
  return [...names].flatMap(([, key, name = key ?? ""]) =>
    words.filter((word) => hasWord(name, word)).map((word) => `${file}: ${name} has ${word}`),
  );
}

const product = filesIn(["schema", "data", "web", "api", "scripts"]);
const files = [...product, ...filesIn(["tests"])];

function filesIn(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
}

const declaredInFiles = (all: string[]): Map<string, Declared[]> =>
  new Map(
    all
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [file, declaredIn(file, readFileSync(file, "utf8"))]),
  );
const declared = declaredInFiles(product);

/** The refused words in the name of a file or folder, and in what it exports. */
function refusedIn(file: string, names: Declared[]): string[] {
  const exported = names.filter(({ isExported }) => isExported).map(({ name }) => name);
  const words = rows.filter(({ folder }) => file.startsWith(folder)).flatMap((row) => row.words);
  return [basename(file), ...exported].flatMap((name) =>
    words.filter((word) => hasWord(name, word)).map((word) => `${file}: ${name} has ${word}`),
  );
}

/** The constants that stand in two files: whoever looks for one finds both. */
function constantsTwice(all: Map<string, Declared[]>): string[] {
  return twice(all, ({ value }) => value !== undefined).map(
    ([one, other]) =>
      `${one.name} is ${one.value} in ${one.file} and ${other.value} in ${other.file}: call them by two names, or import one`,
  );
}

/** Names that two files may export, and why. */
const shared: Record<string, string> = {
  Session: "a stay in the editor, and a connection's, as the glossary says",
  findErrors: "the build replaces both modules, and gives what they export this one name",
};

/** The names that two files export with two meanings. */
function exportedTwice(all: Map<string, Declared[]>): string[] {
  const isOwn = ({ isExported, kind }: Declared): boolean => isExported && kind !== "export of another file";
  return twice(all, isOwn)
    .filter(([one]) => shared[one.name] === undefined)
    .filter(([one, other]) => !isComponentOf(one, other) && !isComponentOf(other, one))
    .filter(([one, other]) => !isStepOfBoth(one, other) && !isStepOfBoth(other, one))
    .map(
      ([one, other]) => `${one.name} is exported by ${one.file} and ${other.file}: call them by two names`,
    );
}

/** Whether one is a component, called what it shows: the type of that has its name. */
function isComponentOf(one: Placed, shown: Placed): boolean {
  return one.file.endsWith(".tsx") && one.kind === "value" && shown.kind === "type";
}

/** Whether they are the same step of the two kinds of store. */
function isStepOfBoth(ofFile: Placed, ofDatabase: Placed): boolean {
  return /^data.sqlite/.test(ofFile.file) && /^data.postgres/.test(ofDatabase.file);
}

type Placed = Declared & { file: string };

/** Each pair of declarations, of those that are asked for, that have one name and stand in two files. */
function twice(all: Map<string, Declared[]>, isAsked: (name: Declared) => boolean): [Placed, Placed][] {
  const placed = [...all].flatMap(([file, names]) => names.filter(isAsked).map((one) => ({ ...one, file })));
  return placed.flatMap((one, index) =>
    placed
      .slice(index + 1)
      .filter(({ name, file }) => name === one.name && file !== one.file)
      .map((other): [Placed, Placed] => [one, other]),
  );
}

describe("the glossary", () => {
  it("refuses what is called something else now, in exported names and in those of files and folders", () => {
    const all = declaredInFiles(files);
    expect(all.size).toBeGreaterThan(800);
    expect(files.flatMap((file) => refusedIn(file, all.get(file) ?? []))).toEqual([]);
  });

  it("has a word between backquotes in each row, so that no row is there for nothing", () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ words }) => words.length === 0)).toEqual([]);
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
    ["tests/support/planted.ts", "export type Answer = string"],
    ["data/places.ts", ""],
    ["web/planted.ts", "export const allFindings = []"],
    ["data/planted.ts", "export interface Draft {}"],
    ["api/planted.ts", "export function describeNode() {}"],
  ])("refuses %s with %s", (file, source) => {
    expect(refusedIn(file, declaredIn(file, source))).toHaveLength(1);
  });

  it("refuses it in what users type and read: commands, options, keys and metrics", () => {
    expect(named.length).toBeGreaterThan(80);
    expect(named.flatMap((file) => refusedInKeys(file, readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each([
    "{ posted: published !== undefined }",
    "{ revision, posted }",
    '{ "newest-revision": 1 }',
    "{ SERVICES_FAILED: () => `` }",
    'command.option("--services", "x")',
    'program.command("fronts")',
    'new Gauge({ name: "backsoon_newest_revision" })',
  ])("refuses the name that users would see in %s", (source) => {
    expect(refusedInKeys("scripts/planted.ts", source)).toHaveLength(1);
  });

  it("takes what is only part of a word, what no other file sees, and a verb", () => {
    const source = "export const signpostedAt = 1, answerMedia = 2, TextToCopy = 3; const patience = 4;";
    expect(refusedIn("web/backplace.ts", declaredIn("web/backplace.ts", source))).toEqual([]);
  });

  it("takes in one folder what a row refuses in another", () => {
    const source = "export interface Draft {} export function describeNode() {}";
    expect(refusedIn("web/planted.ts", declaredIn("web/planted.ts", source))).toEqual([]);
  });

  it("has each constant in one file", () => {
    expect(constantsTwice(declared)).toEqual([]);
  });

  it.each([
    [
      "const max = 64 * 1024;",
      "export const max = 2 * 64 * 1024;",
      "max is 65536 in a.ts and 131072 in b.ts",
    ],
    ["const max = 1_000;", "const max = 1e3;", "max is 1000 in a.ts and 1000 in b.ts"],
    ["const min = -1;", "const min = 2 ** -1;", "min is -1 in a.ts and 0.5 in b.ts"],
    ["const share = 1 / 4;", "const share = (3 - 1) as number;", "share is 0.25 in a.ts and 2 in b.ts"],
    ['const all = ["x", "y"] as const;', 'const all = ["y"];', 'all is ["x","y"] in a.ts and ["y"] in b.ts'],
  ])("refuses %s beside %s", (one, other, wrong) => {
    expect(constantsTwice(read({ "a.ts": one, "b.ts": other }))).toEqual([expect.stringContaining(wrong)]);
  });

  it.each([
    ["const max = 1;", "const maxHeads = 1;"],
    ["let count = 0;", "let count = 1;"],
    ["const all = [first];", "const all = [last];"],
    ["const max = 1;", 'export { max } from "./a.ts";'],
  ])("takes %s beside %s", (one, other) => {
    expect(constantsTwice(read({ "a.ts": one, "b.ts": other }))).toEqual([]);
  });
});

describe("a name that files export", () => {
  it("has one meaning, and those that may have two have them", () => {
    expect(exportedTwice(declared)).toEqual([]);
    const names = [...declared.values()].flat().filter(({ isExported }) => isExported);
    for (const name of Object.keys(shared)) {
      expect(names.filter((one) => one.name === name && one.kind !== "export of another file")).toHaveLength(
        2,
      );
    }
  });

  it.each([
    ["data/a.ts", "export interface Shown {}", "web/b.ts", "export type Shown = 1"],
    ["web/a.ts", "export const isNotice = check", "web/b.ts", "export function isNotice() {}"],
    ["web/a.tsx", "export function Tabs() {}", "web/b.tsx", "export function Tabs() {}"],
    ["data/sqlite/a.ts", "export const lock = a()", "data/sqlite/b.ts", "export const lock = b()"],
  ])("is refused where %s has %s and %s has %s", (file, one, otherFile, other) => {
    expect(exportedTwice(read({ [file]: one, [otherFile]: other }))).toHaveLength(1);
  });

  it.each([
    ["schema/a.ts", "export interface Field {}", "web/b.tsx", "export function Field() {}"],
    ["data/postgres/a.ts", "export const lock = a()", "data/sqlite-file/b.ts", "export const lock = b()"],
    ["web/a.ts", "export const max = 1", "web/b.ts", 'export { max } from "./a.ts"'],
    ["web/a.ts", "export const max = one()", "web/b.ts", "const max = two()"],
  ])("may stand where %s has %s and %s has %s", (file, one, otherFile, other) => {
    expect(exportedTwice(read({ [file]: one, [otherFile]: other }))).toEqual([]);
  });
});

/** What files declare, each with its source. */
function read(sources: Record<string, string>): Map<string, Declared[]> {
  return new Map(Object.entries(sources).map(([file, source]) => [file, declaredIn(file, source)]));
}
