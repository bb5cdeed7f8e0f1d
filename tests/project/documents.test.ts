import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { languageTags } from "../../schema/languages/tags.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { type Row, symptoms } from "../../scripts/diagnostics/check-from.ts";
import { createProgram } from "../../scripts/program.ts";
import type { Context } from "../../scripts/terminal/context.ts";

const read = (file: string) => readFileSync(file, "utf8");

/** What the group of a pattern finds in a text. */
const found = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, part = ""]) => part);

/** The names between backquotes in the first cell of each table row that a pattern finds. */
const namesIn = (text: string, rows: RegExp) =>
  (text.match(rows) ?? []).flatMap((row) => found(row.split("|")[1] ?? "", /`([@\w./-]+)[^`]*`/g));

/** The files and folders below a folder. */
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));

/** The project's files and folders. */
const paths = readdirSync(".")
  .filter((name) => !["node_modules", "dist", "var", ".git"].includes(name))
  .flatMap((name) => (statSync(name).isDirectory() ? [name, ...below(name)] : [name]));
const sources = paths.filter((path) => /^(?:api|data|schema|scripts|web)\/.*\.tsx?$/.test(path));

/** How documents may write a path: its end, with or without `.ts`. */
const ends = new Set(
  paths
    .flatMap((path) => [path, path.replace(/\.tsx?$/, "")].map((name) => name.split("/")))
    .flatMap((parts) => parts.map((_, from) => parts.slice(from).join("/"))),
);

const documents = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", ...below("docs")].filter((file) =>
  file.endsWith(".md"),
);

/** The headings of a document, as links write them. */
const headingsOf = (file: string) =>
  found(read(file).toLowerCase(), /^#+ (.*)$/gm).map((heading) =>
    heading.replace(/[^\p{L}\p{N} -]/gu, "").replaceAll(" ", "-"),
  );

describe("The documents", () => {
  it("have a first notice in data/notice.json that equals the defaults", () => {
    expect(JSON.parse(read("data/notice.json"))).toEqual(defaults);
  });

  it("have a section of docs/troubleshooting.md for each symptom that `check --from` reports", () => {
    const sections = read("docs/troubleshooting.md").match(/(?<=^### ).*$/gm);
    const subjects = Object.entries<Row>(symptoms).map(([name, { subject = name }]) => subject);
    expect(new Set(sections)).toEqual(new Set(subjects));
  });

  it("list every command in docs/commands.md", async () => {
    const context: Partial<Context> = { commandName: "notice", installation: readInstallation({}), env: {} };
    const { commands } = await createProgram(context as Context, () => {});
    const listed = namesIn(read("docs/commands.md"), /^\| `[a-z]+.*$/gm);
    expect(listed.sort()).toEqual(commands.map((command) => command.name()).sort());
  });

  it("state the number of languages in README.md", () => {
    expect(found(read("README.md"), / in (\d+) languages/g)).toEqual([`${languageTags.length}`]);
  });

  it("list exactly the package's dependencies, with exact versions, and explain every override", () => {
    const { dependencies, devDependencies, overrides, allowScripts } = packageJson;
    const packages: Record<string, string> = { ...dependencies, ...devDependencies };
    const text = read("docs/dependencies.md");
    const [used = "", rejected = ""] = text.split("## Considered and rejected");
    expect(namesIn(used, /^\| `.*$/gm).sort()).toEqual(Object.keys(packages).sort());
    const names = namesIn(rejected, /^\| `.*$/gm);
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => name in packages)).toEqual([]);
    for (const version of Object.values({ ...packages, ...overrides }))
      expect(version).toMatch(/^\d+\.\d+\.\d+(?:-beta\.\d+)?$/);
    for (const name of Object.keys({ ...overrides, ...allowScripts })) expect(text).toContain(`\`${name}\``);
  });

  it.each(documents)("name only existing files and folders: %s", (document) => {
    const named = found(read(document), /`(\w[\w.-]*(?:\/[\w.-]+)*\/?)`/g);
    const isOurs = (name: string) => name.includes("/") || /\.(tsx?|mjs|md)$/.test(name);
    const isElsewhere = (name: string) => /^(application|text|var)\/|^\d/.test(name);
    const ours = named.filter((name) => isOurs(name) && !isElsewhere(name));
    expect(ours.filter((name) => !ends.has(name.replace(/\/$/, "")))).toEqual([]);
  });

  it("have a table of folders in the architecture with every import, types too", () => {
    const rows = read("docs/architecture.md").match(/^\| `(?:api|data|schema|scripts|web)[`/].*$/gm) ?? [];
    const table = rows.flatMap((row) => {
      const [, folders = [], , imported = []] = row.split("|").map((cell) => found(cell, /`([^`]+)`/g));
      return folders.map((folder) => ({ folder, room: folders[0] ?? "", imported }));
    });
    const roomOf = (file: string) =>
      table.find(({ folder }) => folder === dirname(file))?.room ?? `${dirname(file)}, which has no row`;
    const rooms: Record<string, Set<string>> = {};
    for (const file of sources) {
      const room = roomOf(file);
      const imports = found(read(file), /(?:\bfrom |^import |\bimport\()"(\.[^"]+)"/gm);
      const others = imports
        .map((path) => roomOf(join(dirname(file), path)))
        .filter((other) => other !== room);
      const isInSchema = room.startsWith("schema/");
      const shown = others.map((other) => (isInSchema ? other : other.replace(/^schema\/.*/, "schema/*")));
      rooms[room] = new Set([...(rooms[room] ?? []), ...shown]);
    }
    const written = table.map(({ room, imported }) => [room, new Set(imported)]);
    expect(rooms).toEqual(Object.fromEntries(written));
    expect(table.filter(({ folder }) => !paths.includes(folder))).toEqual([]);
  });

  it("name the file that exports each of the architecture's central types", () => {
    const rows = [...read("docs/architecture.md").matchAll(/^\| `([A-Z]\w+)` \|.*\| `(\S+)` \|$/gm)];
    expect(rows.length).toBe(7);
    for (const [, name, file = ""] of rows)
      expect(read(file)).toMatch(new RegExp(`^export (?:interface|type) ${name}\\b`, "m"));
  });

  it.each(documents)("have only links that lead somewhere: %s", (document) => {
    const links = read(document).matchAll(/\]\((?!http)([^)#]*)(?:#([^)]*))?\)/g);
    const lost = [...links].filter(([, path = "", heading]) => {
      const file = path === "" ? document : join(dirname(document), path);
      return !existsSync(file) || (heading !== undefined && !headingsOf(file).includes(heading));
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  });

  it.each(documents)("have only `npm` commands that run something: %s", (document) => {
    const known: Record<string, (word: string) => boolean> = {
      test: (word) => below("tests").some((file) => file.includes(word)),
      "test:trials": (word) => existsSync(join("tests/trials", word)),
      bench: (word) => new RegExp(`^  ${word}[,:]`, "m").test(read("scripts/bench/run.ts")),
      notice: () => true,
    };
    const command = /\bnpm (?:run )?((?:test|bench|check|format|notice)[\w:]*)(?: -- ([\w/. -]+))?/g;
    const wrong = [...read(document).matchAll(command)].filter(([, script = "", words = ""]) => {
      const given = words.split(" ").filter((word) => /^[a-z]/.test(word));
      return !(script in packageJson.scripts) || !given.every((word) => known[script]?.(word));
    });
    expect(wrong.map(([command]) => command)).toEqual([]);
  });

  it("quote only messages of the code in docs/troubleshooting.md", () => {
    const code = sources.map(read);
    const quoted = found(read("docs/troubleshooting.md"), /“([^”]+)”/g);
    expect(quoted.length).toBeGreaterThan(20);
    expect(quoted.filter((words) => !code.some((text) => text.includes(words)))).toEqual([]);
  });

  it("name the image by this version everywhere", () => {
    const texts = [...below("docs"), "README.md"].filter((file) => statSync(file).isFile()).map(read);
    const named = texts.flatMap((text) => [
      ...found(text, /(?: -t|^ *image:| -v backsoon:\S+) (backsoon\S*)/gm),
      // Not a volume, and not an address of the service.
      ...found(text, /(?<![\w./@-])(backsoon:(?!80)\w[\w.]*)/g),
    ]);
    expect(named.length).toBeGreaterThan(10);
    expect(new Set(named)).toEqual(new Set([`backsoon:${packageJson.version}`]));
    expect(read("docs/deploy/chart/Chart.yaml")).toMatch(`\nappVersion: ${packageJson.version}\n`);
    expect(read("docs/deploy/Dockerfile")).toMatch(`\nARG VERSION=${packageJson.version}\n`);
  });

  it("have a section for this version in CHANGELOG.md, with lines of 200 characters and at most 500 words", () => {
    const [, ...sections] = read("CHANGELOG.md").split(/^## /m);
    expect(sections.map((section) => section.split(/\s/)[0])).toContain(packageJson.version);
    for (const section of sections) {
      expect(section.split(/\s+/).length).toBeLessThanOrEqual(500);
      const [, ...lists] = section.split(/^### .*$/m);
      const entries = lists.flatMap((list) => list.split("\n")).filter((line) => line !== "");
      for (const entry of entries) expect(entry).toMatch(/^- .{1,198}$/u);
    }
  });
});

it("The preview's page equals the visitors' page, except for paths and inline scripts", () => {
  const visitors = read("web/index.html").replace(/\s*<script(?: nomodule)?>.*?<\/script>/gs, "");
  const moved = visitors.replace('"./page/', '"../page/').replace("./client.ts", "./client.tsx");
  expect(read("web/preview/index.html")).toBe(moved);
});

it("The lock file has the packages of every platform", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  const all = Object.values<{ optionalDependencies?: object }>(packages);
  const optional = all.flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  expect(optional.filter((name) => !locked.has(name))).toEqual([]);
});
