import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { precompiled } from "../../scripts/precompiled.ts";
import { type Modules, parseModule, readModules } from "../support/structure/imports.ts";
import { circles, touchingProcess, wrongImports, wrongRooms } from "../support/structure/order.ts";
import { ends, rooms } from "../support/structure/rooms.ts";

const modules = readModules(["schema", "data", "web", "api", "scripts"]);
const files = [...modules.keys()];

/** The product with one more file, or one that says something else. */
function planted(file: string, source: string): Modules {
  return new Map([...modules, [file, parseModule(file, source)]]);
}

/** The files and all that they import, directly or not; with `kinds`, in these ways alone. */
function reachedFrom(roots: string[], kinds = ["static", "dynamic", "type"]): string[] {
  const reached = new Set(roots);
  for (const file of reached) {
    for (const { target, kind } of modules.get(file)?.imports ?? [])
      if (kinds.includes(kind) && modules.has(target)) reached.add(target);
  }
  return [...reached];
}

/** The files that import a package, or a part of it. */
function importing(name: string): string[] {
  const isIt = (target: string): boolean => target === name || target.startsWith(`${name}/`);
  return files.filter((file) => modules.get(file)?.imports.some(({ target }) => isIt(target))).sort();
}

describe("layers and rooms", () => {
  it("hold every file of the product", () => {
    expect(files.length).toBeGreaterThan(150);
    expect(reachedFrom(["web/render.tsx"])).toContain("web/locales/locales.ts");
    expect(reachedFrom(["api/server.ts"])).toContain("data/sqlite-file/driver.ts");
  });

  it("name every room of a folder whose order is held, and none that is not there", () => {
    expect(wrongRooms(modules)).toEqual([]);
    expect(wrongRooms(planted("api/planted.ts", ""))).toEqual(["api/planted.ts is in no room"]);
    const without = new Map(modules);
    without.delete("data/sqlite/backend.ts");
    expect(wrongRooms(without)).toEqual(["data/sqlite/backend.ts is not there"]);
  });

  it("are imported downwards only, and those beside each other do not know each other", () => {
    expect(wrongImports(modules)).toEqual([]);
  });

  it.each([
    [
      "a layer above",
      "schema/notice/planted.ts",
      'import { createNoticeCache } from "../../data/cache/notice-cache.ts"',
    ],
    ["a layer beside", "data/cache/planted.ts", 'import { locales } from "../../web/render.tsx"'],
    [
      "a type from a layer above",
      "web/page/planted.ts",
      'import type { Page } from "../../api/visitor/pages.ts"',
    ],
    ["a layer's inside", "api/visitor/planted.ts", 'import { locales } from "../../web/locales/locales.ts"'],
    ["a room above", "api/http/planted.ts", 'export * from "../visitor/pages.ts"'],
    ["a room beside", "data/sqlite/planted.ts", 'import { boot } from "../cache/boot.ts"'],
    ["a room above, on demand", "api/http/planted.ts", 'await import("../app/app.ts")'],
    ["a room above, for its effects", "api/http/planted.ts", 'import "../app/app.ts"'],
    ["a room above, by the type of it", "api/http/planted.ts", 'type App = typeof import("../app/app.ts")'],
    ["an end, by its place", "api/runtime/planted.ts", 'new URL("../server.js", import.meta.url)'],
    ["the benchmarks", "scripts/commands/planted.ts", 'import { load } from "../bench/harness/load.ts"'],
    [
      "the service, from the command",
      "scripts/commands/planted.ts",
      'import { buildApp } from "../../api/app/app.ts"',
    ],
    ["the editor, by what visitors are served", "api/visitor/planted.ts", 'import "../editor/problem.ts"'],
    [
      "what runs beside the loading of a brand, from the command",
      "scripts/diagnostics/planted.ts",
      'import { startService } from "../../api/runtime/service.ts"',
    ],
    [
      "the editor's inside, from the command",
      "scripts/editor/planted.ts",
      'import { createSignInLinks } from "../../api/editor/sessions/links.ts"',
    ],
    [
      "a room above, within a room",
      "data/postgres/connection/planted.ts",
      'import type { Instance } from "../nodes/instances.ts"',
    ],
    [
      "a room beside, within a room",
      "data/postgres/nodes/planted.ts",
      'import { openAccess } from "../access.ts"',
    ],
    ["a file above, within a room", "data/backup/first-page.ts", 'import { readBackup } from "./read.ts"'],
    ["what refuses, from what it refuses with", "api/editor/problem.ts", 'import "./guard/requests.ts"'],
    ["one that no row names, from another", "scripts/commands/planted.ts", 'import "./show.ts"'],
    ["one language, from another", "web/locales/de.ts", 'import { en } from "./en.ts"'],
    ["what does not exist", "api/app/planted.ts", 'import "../http/none.ts"'],
    ["a room from a file in none", "api/planted.ts", 'import "./http/reply.ts"'],
  ])("are broken by an import of %s", (_name, file, source) => {
    expect(wrongImports(planted(file, source))).toEqual([expect.stringContaining(`${file} imports`)]);
  });

  it("stand in the table of the architecture, in their order", () => {
    const table = readFileSync("docs/architecture.md", "utf8").match(/^\| `[\w/]+` \| .*←.*$/gm) ?? [];
    const told = table.map((row) => {
      const [, folder = "", order = ""] = row.replace(/\([^)]*\)/g, "").split("|");
      const names = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name).sort();
      const [told = ""] = order.split("; apart");
      return [names(folder)[0], told.split("←").map(names)];
    });
    const held = ["schema", "data", "web", "web/editor", "api", "scripts"];
    const sorted = (folder: string) => rooms[folder]?.map((row) => row.toSorted());
    expect(told).toEqual(held.map((folder) => [folder, sorted(folder)]));
  });

  it("have no circle", () => {
    expect(circles(modules)).toEqual([]);
    const circle = planted("api/http/reply.ts", 'import "./problem.ts"');
    expect(circles(circle)).toContainEqual(
      expect.stringContaining("api/http/reply.ts → api/http/problem.ts"),
    );
  });

  it("have no circle of rooms, where no file is in one", () => {
    const circle = planted("api/editor/guard/planted.ts", 'import "../sessions/links.ts"');
    expect(circles(circle)).toContainEqual(
      expect.stringMatching(/^(api\/editor\/(?:guard|sessions)) → .* → \1$/),
    );
  });

  it.each(["api/app/app.ts", "api/editor/app.ts"])(
    "have %s as a table of contents, of sixty lines",
    (file) => {
      const lines = readFileSync(file, "utf8").split("\n");
      expect(lines.filter((line) => line !== "").length).toBeLessThanOrEqual(60);
    },
  );
});

describe("the product", () => {
  it("touches the process at its two ends alone", () => {
    expect(touchingProcess(modules)).toEqual([]);
    for (const file of ends) expect(modules.get(file)?.touchesProcess).toBe(true);
    for (const source of ["process.exit()", 'import { env } from "node:process"']) {
      expect(touchingProcess(planted("api/app/planted.ts", source))).toEqual(["api/app/planted.ts"]);
    }
  });

  it("gives no file to another user, and changes the mode of none but a new store and what it exports, which it has open: a path may be a link", () => {
    // The configurations and errors that we write tell people to `chmod 640`, `chmod go-w` and `chown root`.
    const calls = (file: string) =>
      readFileSync(file, "utf8").match(/\b[fl]?ch(?:own|mod)(?:Sync)?\b(?! (?:\d|go-w|root))/g) ?? [];
    const changing = files.flatMap((file) => [...new Set(calls(file))].map((call) => [file, call]));
    expect(changing).toEqual([
      ["data/sqlite-file/new-file.ts", "fchmodSync"],
      // Of a file handle, which is the same call.
      ["api/export/synced.ts", "chmod"],
    ]);
  });

  it("makes what it takes from below where it is started, in its probe, to export, to change the notice, and to propose words", () => {
    const makers = files.filter(
      (file) =>
        file.startsWith("api/") &&
        modules.get(file)?.imports.some(({ target, kind }) => target.startsWith("data/") && kind !== "type"),
    );
    expect(makers.sort().filter((file) => !/^api\/editor\/(?:notice|proposals)\//.test(file))).toEqual(
      ["brand", "exporting", "probe", "service"].map((name) => `api/runtime/${name}.ts`),
    );
  });

  it("keeps Node out of the page, and out of what the browser takes from the schema", () => {
    const inPage = reachedFrom([
      "web/client.tsx",
      "web/preview/client.tsx",
      "web/payments/payments.ts",
      "web/render.tsx",
    ]);
    const packages = inPage.flatMap((file) => modules.get(file)?.imports ?? []).map(({ target }) => target);
    expect(packages.filter((target) => target.startsWith("node:"))).toEqual([]);
  });

  it("gives the browser no language but the one that the page brings, and no package but React", () => {
    const inBrowser = reachedFrom(["web/client.tsx"], ["static", "dynamic"]);
    expect(inBrowser.filter((file) => file.startsWith("web/locales/"))).toEqual([]);
    const targets = inBrowser
      .flatMap((file) => modules.get(file)?.imports ?? [])
      .filter(({ kind }) => kind !== "type")
      .map(({ target }) => target);
    const packages = new Set(targets.filter((target) => !modules.has(target)));
    expect([...packages].sort()).toEqual(["react", "react-dom/client"]);
  });

  it("has a preview that neither asks for anything nor loads payments", () => {
    const inPreview = reachedFrom(["web/preview/client.tsx"], ["static", "dynamic"]);
    expect(inPreview).toContain("web/page/notice-page.tsx");
    const rooms = /^web\/(?:live\/(?!page-data\.ts)|payments|locales)/;
    expect(inPreview.filter((file) => rooms.test(file))).toEqual([]);
  });

  it("keeps what only the benchmarks need to them", () => {
    const needed = ["autocannon", "playwright-core"].flatMap(importing);
    expect(needed).toContain("scripts/bench/harness/load.ts");
    expect(needed.filter((file) => !file.startsWith("scripts/bench/"))).toEqual([]);
  });

  it("imports the models' SDK in one room, and not before its first use", () => {
    const sdk = importing("openai");
    expect(sdk).toEqual(["api/models/azure-client.ts", "api/models/retry.ts", "api/models/sdk-error.ts"]);
    expect(reachedFrom(ends)).toContain("api/models/azure-client.ts");
    const atStart = reachedFrom(ends, ["static"]);
    expect(atStart).toContain("scripts/commands/check.ts");
    expect(atStart.filter((file) => sdk.includes(file))).toEqual([]);
    expect(atStart).toContain("scripts/commands/models/translate.ts");
    const asking = /^(?:api\/(?:models|assist)|scripts\/proposals\/(?!needed-models\.ts))/;
    expect(reachedFrom(["scripts/notice.ts"], ["static"]).filter((file) => asking.test(file))).toEqual([]);
  });

  it("has a service for visitors that never knows of the models", () => {
    const ofModels = /^api\/(?:models|assist|editor)\//;
    const inService = reachedFrom(["api/server.ts"], ["static", "dynamic"]);
    expect(inService).toContain("api/visitor/pages.ts");
    expect(inService.filter((file) => ofModels.test(file))).toEqual([]);
    expect(reachedFrom(["scripts/notice.ts"]).some((file) => ofModels.test(file))).toBe(true);
  });

  it("compiles no schema at a start, nor in the editor's page, but those that the build replaces", () => {
    const atStart = reachedFrom([...ends, "web/editor/main.tsx"], ["static"]);
    const compiling = importing("schema/validation/ajv.ts").filter((file) => atStart.includes(file));
    expect(compiling).toEqual(precompiled.map(({ module }) => `${module}.ts`).sort());
  });

  it("imports the driver of PostgreSQL in one room, and not before a database is named", () => {
    const driver = importing("pg").filter((file) => file.startsWith("data/postgres/"));
    expect(driver).toEqual(importing("pg"));
    expect(reachedFrom(ends)).toContain("data/postgres/connection/session.ts");
    expect(reachedFrom(ends, ["static"]).filter((file) => file.startsWith("data/postgres/"))).toEqual([]);
  });

  it("loads what only a brand needs where there is one, and not at a start", () => {
    const forBrands = ["culori", "saxes"].flatMap(importing);
    expect(forBrands).toEqual(["web/brand/accent.ts", "schema/brand/svg.ts"]);
    const rooms = /^(?:schema|data|web|scripts)\/(?:.*\/)?brand\b/;
    const atStart = reachedFrom(ends, ["static"]).filter((file) => rooms.test(file));
    // The schema for those who ask for it, the command itself, and no code that reads or draws.
    expect(atStart.sort()).toEqual([
      "schema/brand/brand.ts",
      "scripts/commands/brand.ts",
      "scripts/diagnostics/brand.ts",
    ]);
    expect(reachedFrom(ends)).toEqual(expect.arrayContaining(["data/brand/read-brand.ts", "web/brand.ts"]));
  });

  it("loads a brand for a page in one place; the command that checks one says every fault of it", () => {
    const readers = files.filter((file) =>
      modules.get(file)?.imports.some(({ target }) => target === "data/brand/read-brand.ts"),
    );
    expect(readers.sort()).toEqual(["api/runtime/brand.ts", "scripts/commands/brand.ts"]);
  });

  it("leaves the models out of what serves visitors", () => {
    expect(reachedFrom(["api/server.ts"]).filter((file) => file.startsWith("api/models/"))).toEqual([]);
  });

  it("leaves the editor out of what serves visitors, and loads it for its own command alone", () => {
    const isEditor = (file: string): boolean => file.startsWith("api/editor/");
    expect(reachedFrom(["api/server.ts"]).filter(isEditor)).toEqual([]);
    expect(reachedFrom(["scripts/notice.ts"])).toContain("api/editor/app.ts");
    expect(reachedFrom(["scripts/notice.ts"], ["static"]).filter(isEditor)).toEqual([]);
    const used = ["@fastify/cookie", "@fastify/static"].flatMap(importing);
    expect(used).toEqual(["api/editor/sessions/cookie.ts", "api/editor/page-files.ts"]);
  });

  it("imports the payment provider's library in one file, which the page does not bring", () => {
    expect(importing("@stripe/stripe-js")).toEqual([
      "web/payments/payments.ts",
      "web/payments/stripe-js.d.ts",
    ]);
    expect(reachedFrom(["web/client.tsx", "web/render.tsx"])).not.toContain("web/payments/payments.ts");
  });

  it("decides in one place which kind of store there is, and in one whether several nodes share it", () => {
    const reading = (pattern: RegExp): string[] =>
      files.filter(
        (file) => !/^(?:web|api\/editor)\//.test(file) && pattern.test(readFileSync(file, "utf8")),
      );
    // The settings make the choice, and workers are given the password.
    expect(reading(/\.postgres\b|[{,]\s*postgres\s*[},:]/).sort()).toEqual([
      "api/server.ts",
      "data/backend.ts",
      "schema/settings/installation.ts",
    ]);
    expect(reading(/\bstoreId [!=]==? (?:undefined|null)/)).toEqual(["data/store.ts"]);
    // Whoever asks for the fleet has something to do with it.
    expect(reading(/\bfleet [!=]==? (?:undefined|null)|"postgres(?:ql)?:/)).toEqual([]);
  });

  it("imports the SQLite driver in one file", () => {
    expect(importing("better-sqlite3")).toEqual(["data/sqlite-file/driver.ts"]);
  });
});
