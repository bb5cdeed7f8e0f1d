import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { backendOf } from "../../data/backend.ts";
import { languageTags } from "../../schema/languages/tags.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { type Row, symptoms } from "../../scripts/diagnostics/check-from.ts";
import { createProgram } from "../../scripts/program.ts";

const read = (file: string) => readFileSync(file, "utf8");
const packageJson = JSON.parse(read("package.json"));

/** The names in the first column of a table's rows, between backquotes. */
const names = (rows: string[]) =>
  rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([@\w./-]+)[^`]*`/g)].map(([, name]) => name),
  );

/** What is in a folder, and below it. */
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));

/** The project's files and folders. */
const paths = readdirSync(".")
  .filter((name) => !["node_modules", "dist", "var", ".git"].includes(name))
  .flatMap((name) => (statSync(name).isDirectory() ? [name, ...below(name)] : [name]));

/** How documents may call them: by the end of the path, and without `.ts`. */
const ends = new Set(
  paths
    .flatMap((path) => [path, path.replace(/\.tsx?$/, "")].map((name) => name.split("/")))
    .flatMap((parts) => parts.map((_, from) => parts.slice(from).join("/"))),
);

const documents = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md"],
  ...below("docs").filter((file) => file.endsWith(".md")),
];

/** The headings of a document, as links name them. */
const headingsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );

describe("documents are equal to what they tell of:", () => {
  it("the first notice and the defaults", () => {
    expect(JSON.parse(read("data/notice.json"))).toEqual(defaults);
  });

  it("the sections of docs/troubleshooting.md and the symptoms that lead there", () => {
    const sections = read("docs/troubleshooting.md").match(/(?<=^### ).*$/gm);
    const subjects = Object.entries<Row>(symptoms).map(([name, { subject = name }]) => subject);
    expect(new Set(sections)).toEqual(new Set(subjects));
  });

  it("the tables of docs/commands.md and the program's commands", async () => {
    const installation = readInstallation({});
    const backend = await backendOf(installation);
    const program = await createProgram(
      {
        commandName: "npx notice",
        installation,
        backend,
        author: () => "anna",
        now: () => new Date(),
        enterSwitch: () => {},
        send: async () => {},
        lend: (file, work) => work(file),
        pathOf: (file) => file,
        edit: async () => 0,
        env: {},
        toldToEnd: async () => {},
        readSettings: () => installation.config,
        stdin: new PassThrough(),
        print: () => {},
        printError: () => {},
        printJson: () => {},
      },
      () => {},
    );
    const rows = read("docs/commands.md").match(/^\| `[a-z]+.*$/gm) ?? [];
    expect(names(rows).sort()).toEqual(program.commands.map((command) => command.name()).sort());
  });

  it("the number of languages in README.md", () => {
    const [, number] = / in (\d+) languages/.exec(read("README.md")) ?? [];
    expect(Number(number)).toBe(languageTags.length);
  });

  it("the list of dependencies and the package's", () => {
    const [used = "", weighed = ""] = read("docs/dependencies.md").split("## Considered and rejected");
    const namesIn = (text: string) => names(text.match(/^\| `.*$/gm) ?? []);
    const { dependencies, devDependencies } = packageJson;
    const packages = Object.keys({ ...dependencies, ...devDependencies });
    expect(namesIn(used).sort()).toEqual(packages.sort());
    expect(namesIn(weighed).length).toBeGreaterThan(1);
    expect(namesIn(weighed).filter((name) => packages.includes(String(name)))).toEqual([]);
  });

  it.each(documents)("each path in %s, and a file or folder", (document) => {
    const named = [...read(document).matchAll(/`(\w[\w.-]*(?:\/[\w.-]+)*\/?)`/g)].map(
      ([, name = ""]) => name,
    );
    const isOurs = (name: string) => name.includes("/") || /\.(tsx?|mjs|md)$/.test(name);
    const isElsewhere = (name: string) => /^(application|text|var)\/|^\d/.test(name);
    const ours = named.filter((name) => isOurs(name) && !isElsewhere(name));
    expect(ours.filter((name) => !ends.has(name.replace(/\/$/, "")))).toEqual([]);
  });

  it("the table of folders in the architecture and every import, types too", () => {
    const cells = (row: string) =>
      row.split("|").map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
    const rows = (
      read("docs/architecture.md").match(/^\| `(?:api|data|schema|scripts|web)[`/].*$/gm) ?? []
    ).map(cells);
    const table = rows.flatMap(([, folders = [], , imported = []]) =>
      folders.map((folder) => ({ folder, room: folders[0] ?? "", imported })),
    );
    const roomOf = (file: string) =>
      table.find(({ folder }) => folder === dirname(file))?.room ?? `${dirname(file)}, which has no row`;
    const files = paths.filter((path) => /^(?:api|data|schema|scripts|web)\/.*\.tsx?$/.test(path));
    const found = new Map<string, Set<string>>();
    for (const file of files) {
      const room = roomOf(file);
      const imports = read(file).matchAll(/(?:\bfrom |^import |\bimport\()"(\.[^"]+)"/gm);
      const targets = [...imports].map(([, path = ""]) => roomOf(join(dirname(file), path)));
      const others = targets.filter((target) => target !== room);
      const isInSchema = room.startsWith("schema/");
      const shown = others.map((target) => (isInSchema ? target : target.replace(/^schema\/.*/, "schema/*")));
      found.set(room, new Set([...(found.get(room) ?? []), ...shown]));
    }
    const written = table
      .filter(({ folder, room }) => folder === room)
      .map(({ room, imported }) => [room, imported.toSorted()]);
    expect(Object.fromEntries([...found].map(([room, others]) => [room, [...others].sort()]))).toEqual(
      Object.fromEntries(written),
    );
    expect(table.filter(({ folder }) => !paths.includes(folder))).toEqual([]);
  });

  it("the central types of the architecture and the files that export them", () => {
    const rows = [...read("docs/architecture.md").matchAll(/^\| `([A-Z]\w+)` \|.*\| `(\S+)` \|$/gm)];
    expect(rows.length).toBe(7);
    const lost = rows.filter(
      ([, name, file = ""]) => !new RegExp(`^export (?:interface|type) ${name}\\b`, "m").test(read(file)),
    );
    expect(lost.map(([row]) => row)).toEqual([]);
  });

  it("each path of the architecture, from the top of the repository", () => {
    const named = [...read("docs/architecture.md").matchAll(/`([\w-]+(?:\/[\w.-]+)+)`/g)].map(
      ([, name = ""]) => name,
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !paths.includes(name))).toEqual([]);
  });

  it.each(documents)("each link in %s, and what it leads to", (document) => {
    const links = read(document).matchAll(/\]\((?!http)([^)#]*)(?:#([^)]*))?\)/g);
    const lost = [...links].filter(([, path = "", heading]) => {
      const file = path === "" ? document : join(dirname(document), path);
      return !existsSync(file) || (heading !== undefined && !headingsOf(file).includes(heading));
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  });

  it.each(documents)("each `npm` command in %s, and what it runs", (document) => {
    const known: Record<string, (word: string) => boolean> = {
      test: (word) => below("tests").some((file) => file.includes(word)),
      "test:trials": (word) => existsSync(join("tests/trials", word)),
      bench: (word) => new RegExp(`^  ${word}[,:]`, "m").test(read("scripts/bench/run.ts")),
      notice: () => true,
    };
    const commands = [
      ...read(document).matchAll(
        /\bnpm (?:run )?((?:test|bench|check|format|notice)[\w:]*)(?: -- ([\w/. -]+))?/g,
      ),
    ];
    const wrong = commands.filter(([, script = "", words = ""]) => {
      const given = words.split(" ").filter((word) => /^[a-z]/.test(word));
      return !(script in packageJson.scripts) || !given.every((word) => known[script]?.(word));
    });
    expect(wrong.map(([command]) => command)).toEqual([]);
  });

  it("each message that the troubleshooting quotes, and the code that says it", () => {
    const code = paths.filter((path) => /^(api|data|schema|scripts|web)\/.*\.ts$/.test(path)).map(read);
    const quoted = [...read("docs/troubleshooting.md").matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words);
    expect(quoted.length).toBeGreaterThan(28);
    expect(quoted.filter((words) => !code.some((text) => text.includes(words)))).toEqual([]);
  });

  it("the name of the image, which has the version", () => {
    const texts = [...below("docs"), "README.md"].filter((file) => statSync(file).isFile()).map(read);
    const named = texts.flatMap((text) => [
      ...text.matchAll(/(?: -t|^ *image:| -v backsoon:\S+) (backsoon\S*)/gm),
      // Neither a volume nor an address of the service.
      ...text.matchAll(/(?<![\w./@-])(backsoon:(?!80)\w[\w.]*)/g),
    ]);
    expect(named.length).toBeGreaterThan(10);
    expect(new Set(named.map(([, name]) => name))).toEqual(new Set([`backsoon:${packageJson.version}`]));
    expect(read("docs/deploy/chart/Chart.yaml")).toMatch(`\nappVersion: ${packageJson.version}\n`);
    expect(read("docs/deploy/Dockerfile")).toMatch(`\nARG VERSION=${packageJson.version}\n`);
  });

  it("the page of a preview and that of visitors, but for the paths to its styles and script, and the scripts inside it", () => {
    const visitors = read("web/index.html").replace(/\s*<script(?: nomodule)?>.*?<\/script>/gs, "");
    expect(read("web/preview/index.html")).toBe(
      visitors.replace('"./page/', '"../page/').replace("./client.ts", "./client.tsx"),
    );
  });

  it("exact versions, and the overrides that the dependencies' page explains", () => {
    const { dependencies, devDependencies, overrides, allowScripts } = packageJson;
    for (const version of Object.values({ ...dependencies, ...devDependencies, ...overrides })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+(?:-beta\.\d+)?$/);
    }
    const text = read("docs/dependencies.md");
    for (const name of [...Object.keys(overrides), ...Object.keys(allowScripts)])
      expect(text).toContain(`\`${name}\``);
  });

  it("the lock file and every platform", () => {
    const { packages } = JSON.parse(read("package-lock.json"));
    const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
    const missing = Object.values<{ optionalDependencies?: object }>(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !locked.has(name));
    expect(missing).toEqual([]);
  });
});

describe("the list of changes", () => {
  const [, ...sections] = read("CHANGELOG.md").split(/^## /m);

  it("has this version", () => {
    expect(sections.map((section) => section.split(/\s/)[0])).toContain(packageJson.version);
  });

  it("says each thing in one line, and a version in 500 words", () => {
    const lists = sections.flatMap((section) => section.split(/^### /m).slice(1));
    const entries = lists.flatMap((list) => list.split("\n").slice(1)).filter((line) => line !== "");
    expect(entries.length).toBeGreaterThan(0);
    const wrong = entries.filter((line) => !/^- .{1,198}$/u.test(line));
    expect(wrong, "Begin each line below a ### with `- `, and keep it within 200 characters.").toEqual([]);
    const sizes = sections.map((section) => [section.split("\n")[0], section.split(/\s+/).length]);
    const long = sizes.filter(([, words]) => Number(words) > 500);
    expect(long, "Shorten other lines of this version, to 500 words in all.").toEqual([]);
  });
});
