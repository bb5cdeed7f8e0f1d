import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

/** What each room may import besides itself: imports go down only, and siblings do not know each other. */
const allowed: Record<string, string[]> = {
  schema: [],
  data: ["schema"],
  web: ["schema"],
  api: ["schema", "data", "web/render.tsx"],
  // The two services beside the notice, so that the command line may use them, too.
  "api/services": ["schema"],
  scripts: ["schema", "data", "web/render.tsx", "api/services"],
  // The benchmarks run the product and read its store; nothing of the product imports them.
  "scripts/bench": ["schema", "data", "web/render.tsx"],
};
/** The two ends of the service: the only files that touch the process. */
const ends = ["api/server.ts", "scripts/notice.ts"];

const files = Object.keys(allowed)
  .filter((room) => !room.includes("/"))
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: "utf8" }).map((name) => join(room, name)))
  .filter((file) => /\.tsx?$/.test(file));

const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

function importsOf(file: string, kind: "every" | "static" = "every"): string[] {
  const found = (sources.get(file) ?? "").matchAll(
    /^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"|import\("(\.[^"]+)"\)/gms,
  );
  return [...found]
    .filter(([, from]) => kind === "every" || from)
    .map(([, from, dynamic]) => normalize(join(dirname(file), from ?? dynamic ?? "")));
}

/** The files and all that they import, directly or not. */
function reachedFrom(...roots: string[]): string[] {
  const reached = new Set(roots);
  for (const file of reached) for (const target of importsOf(file)) reached.add(target);
  return [...reached];
}

const roomOf = (file: string): string =>
  ["api/services", "scripts/bench"].find((room) => file.startsWith(`${room}/`)) ?? file.split("/")[0] ?? "";

describe("the floors", () => {
  it("hold the files of the product", () => {
    expect(files.length).toBeGreaterThan(40);
    expect(importsOf("api/service.ts")).toContain("data/boot.ts");
    expect(importsOf("web/render.tsx")).toContain("web/locales/locales.ts");
  });

  it("are imported downwards only", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => {
          const rooms = allowed[roomOf(file)] ?? [];
          return (
            roomOf(target) !== roomOf(file) && !rooms.includes(roomOf(target)) && !rooms.includes(target)
          );
        })
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("give the parts of the service to it: they are made where it is started, and by its probe", () => {
    const values = files
      .filter((file) => file.startsWith("api/") && !["api/service.ts", "api/probe.ts"].includes(file))
      .filter((file) => /^import (?!type)[^;]*?from "[./]+\/data\//m.test(sources.get(file) ?? ""));
    expect(values).toEqual([]);
  });

  it("keep Node out of the page, and out of what the browser takes from the schema", () => {
    expect(
      reachedFrom("web/client.tsx", "web/payments.ts", "web/render.tsx").filter((file) =>
        /from "node:/.test(sources.get(file) ?? ""),
      ),
    ).toEqual([]);
  });

  it("give the browser no language but the one that the page brings", () => {
    const inBrowser = reachedFrom("web/client.tsx");
    expect(inBrowser.filter((file) => file.startsWith("web/locales/"))).toEqual(["web/locales/locale.ts"]);
    expect(
      inBrowser.filter((file) => /^import (?!type)[^;]*from "(?!\.|react)/m.test(sources.get(file) ?? "")),
    ).toEqual([]);
  });

  it("have no circle", () => {
    const done = new Set<string>();
    const visit = (file: string, path: string[]): string | undefined => {
      if (path.includes(file)) return [...path, file].join(" → ");
      if (done.has(file)) return undefined;
      for (const target of importsOf(file)) {
        const circle = visit(target, [...path, file]);
        if (circle) return circle;
      }
      done.add(file);
      return undefined;
    };
    expect(files.map((file) => visit(file, [])).filter(Boolean)).toEqual([]);
  });

  it("reach only files that exist", () => {
    expect(files.flatMap((file) => importsOf(file)).filter((target) => !sources.has(target))).toEqual([]);
  });

  it("touch the process at the two ends alone", () => {
    const touching = files
      .filter((file) => roomOf(file) !== "scripts/bench")
      .filter((file) => /(?<![.\w])process\.\w/.test(sources.get(file) ?? ""));
    expect(touching.sort()).toEqual(ends);
  });

  it("keep what only the benchmarks need out of the product", () => {
    const importing = files.filter((file) =>
      /from "(autocannon|playwright-core)"/.test(sources.get(file) ?? ""),
    );
    expect(importing).toContain("scripts/bench/load.ts");
    expect(importing.filter((file) => roomOf(file) !== "scripts/bench")).toEqual([]);
  });

  it("import the services' SDK in one room, and not before its first use", () => {
    const importing = files.filter((file) => sources.get(file)?.includes('from "openai"'));
    expect(importing).toEqual(["api/services/azure-client.ts", "api/services/failure.ts"]);
    const statically = [...ends];
    for (const file of statically) {
      const found = importsOf(file, "static").filter((target) => !statically.includes(target));
      statically.push(...found);
    }
    expect(reachedFrom(...ends)).toContain("api/services/azure-client.ts");
    expect(statically).toContain("scripts/commands/check.ts");
    expect(statically.filter((file) => importing.includes(file))).toEqual([]);
  });

  it("leave the services out of what serves visitors", () => {
    expect(reachedFrom("api/server.ts").filter((file) => roomOf(file) === "api/services")).toEqual([]);
  });

  it("import the payment provider's library in one file, which the page does not bring", () => {
    const importing = files.filter((file) => /from "@stripe\//.test(sources.get(file) ?? ""));
    expect(importing).toEqual(["web/payments.ts", "web/stripe-js.d.ts"]);
    expect(reachedFrom("web/client.tsx", "web/render.tsx")).not.toContain("web/payments.ts");
  });

  it("import the SQLite driver in one file", () => {
    const importing = files.filter((file) => sources.get(file)?.includes('from "better-sqlite3"'));
    expect(importing).toEqual(["data/sqlite/driver.ts"]);
  });
});
