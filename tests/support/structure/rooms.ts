import type { Modules } from "./imports.ts";

/** What each layer may import besides itself: a whole layer, a room of it, or one file. */
const layers: Record<string, string[]> = {
  schema: [],
  data: ["schema"],
  web: ["schema"],
  // The editor's page writes times as visitors read them, and knows nothing else of their page.
  "web/editor": ["schema", "web/page/date-and-clock.ts", "web/locales/en.ts"],
  // The clients of the models know nothing of the notice, so that the command line may use them, too.
  "api/models": ["schema"],
  api: ["schema", "data", "web/render.tsx", "web/brand.ts"],
  // The benchmarks run the product and read its store; nothing of the product imports them.
  "scripts/bench": ["schema", "data", "web/render.tsx"],
  scripts: [
    "schema",
    "data",
    "web/render.tsx",
    "web/brand.ts",
    "api/models",
    "api/editor/start.ts",
    // The check and the editor load a brand as the service does.
    "api/runtime/brand.ts",
  ],
};

/** The rooms of each layer, the lowest first: a room imports those in the rows above it, and none beside it. */
const rooms: Record<string, string[][]> = {
  schema: [
    ["text", "errors"],
    ["validation", "json", "languages"],
    ["notice", "settings", "brand"],
    ["words", "token", "preview"],
    ["editor-api"],
  ],
  data: [
    ["access-store.ts", "time", "files"],
    ["store.ts"],
    ["stored-row.ts", "nodes.ts", "predecessor.ts", "history.ts"],
    ["nodes-in-words.ts", "precondition.ts"],
    ["sqlite-file"],
    // A backup has one form, whichever the kind of store.
    ["backup"],
    ["sqlite", "postgres", "cache", "brand"],
    ["backend.ts", "create.ts"],
    ["publish.ts"],
    ["restore.ts"],
  ],
  web: [
    ["locales", "payments"],
    ["page", "brand"],
    ["live"],
    ["preview"],
    ["render.tsx", "client.tsx", "brand.ts"],
  ],
  "web/editor": [
    ["client", "time"],
    ["texts.ts", "language.ts"],
    ["draft", "trouble"],
    ["kept", "controls", "difference"],
    // What is sent to be published, and the state and its verbs: no view is known there.
    ["writes"],
    ["workspace"],
    ["form", "preview", "session", "history", "conflict", "failure"],
    ["languages", "publish", "unfinished"],
    ["screen"],
    ["main.tsx"],
  ],
  "api/models": [[""]],
  api: [["http"], ["assets"], ["visitor", "editor"], ["observe"], ["app"], ["runtime"], ["server.ts"]],
  "scripts/bench": [
    ["figures"],
    ["harness"],
    ["against"],
    ["serving", "process", "browser", "fleet"],
    ["document.ts"],
    ["run.ts"],
  ],
  scripts: [
    ["terminal"],
    ["owner", "diagnostics", "words", "editor"],
    ["commands"],
    ["program.ts", "precompiled.ts"],
    ["run.ts"],
    ["notice.ts", "precompile.ts"],
  ],
};

/** The only files of the product that touch the process. */
export const ends = ["api/server.ts", "scripts/notice.ts"];

/** Every import that goes up, or to a room beside, or to a file that is not there. */
export function wrongImports(modules: Modules): string[] {
  const wrong: string[] = [];
  for (const [file, { imports }] of modules) {
    for (const { target } of imports.filter(({ target }) => isOurs(target))) {
      const fault = faultOf(file, target, modules);
      if (fault) wrong.push(`${file} imports ${target}: ${fault}`);
    }
  }
  return wrong;
}

function isOurs(target: string): boolean {
  return /^(?:schema|data|web|api|scripts)\//.test(target);
}

function faultOf(file: string, target: string, modules: Modules): string | undefined {
  if (/\.tsx?$/.test(target) && !modules.has(target)) return "it does not exist";
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from !== to) {
    const isAllowed = layers[from]?.some((allowed) => target === allowed || to === allowed);
    return isAllowed ? undefined : `${from} does not know ${to}`;
  }
  const [own, other] = [roomOf(file), roomOf(target)];
  if (own.row < 0 || other.row < 0) return "it is in no room";
  const isDown = other.row < own.row || other.name === own.name;
  return isDown ? undefined : `${own.name} is not above ${other.name}`;
}

/** The layer that a file is in: the longest of their names that its path begins with. */
function layerOf(file: string): string {
  const found = Object.keys(layers).filter((layer) => file.startsWith(`${layer}/`));
  return found.sort((a, b) => b.length - a.length)[0] ?? "";
}

/** The room that a file is in, and in which row it is; a file may be a room. */
function roomOf(file: string): { name: string; row: number } {
  const layer = layerOf(file);
  const path = file.slice(layer.length + 1);
  const isIn = (room: string): boolean => room === "" || path === room || path.startsWith(`${room}/`);
  const row = rooms[layer]?.findIndex((names) => names.some(isIn)) ?? -1;
  return { name: `${layer}/${rooms[layer]?.[row]?.find(isIn)}`, row };
}

/** Files that import each other, as the way around. */
export function circles(modules: Modules): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(" → ");
    if (done.has(file)) return undefined;
    for (const { target } of modules.get(file)?.imports ?? []) {
      const circle = modules.has(target) && visit(target, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  return [...modules.keys()].flatMap((file) => visit(file, []) ?? []);
}

/** The files of the product, the ends aside, that touch the process; the benchmarks are programs of their own. */
export function touchingProcess(modules: Modules): string[] {
  return [...modules]
    .filter(([file, { touchesProcess }]) => touchesProcess && layerOf(file) !== "scripts/bench")
    .map(([file]) => file)
    .filter((file) => !ends.includes(file));
}
