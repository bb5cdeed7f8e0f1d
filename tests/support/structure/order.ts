import { join } from "node:path";
import type { Modules } from "./imports.ts";
import { ends, layers, rooms } from "./rooms.ts";

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
  const { folder, own, other } = partingOf(file, target);
  const isDown = !rooms[folder] || rowOf(folder, other) < rowOf(folder, own);
  return isDown ? undefined : `${folder}/${own} is not above ${other}`;
}

/** Every file that is in no room of a folder whose order is held, and every room that is not there. */
export function wrongRooms(modules: Modules): string[] {
  return Object.entries(rooms).flatMap(([folder, rows]) => {
    const inside = `${folder}/`;
    const files = [...modules.keys()].filter((file) => file.startsWith(inside));
    const own = files.filter((file) => layerOf(file) === layerOf(inside));
    const found = new Set(own.map((file) => file.slice(inside.length).split("/", 1).join()));
    const missing = rows.flat().filter((room) => room !== "*" && !found.has(room));
    const homeless = [...found].filter((room) => rowOf(folder, room) < 0);
    return [
      ...homeless.map((room) => `${inside}${room} is in no room`),
      ...missing.map((room) => `${inside}${room} is not there`),
    ];
  });
}

/** The layer that a file is in: the longest of their names that its path begins with. */
function layerOf(file: string): string {
  const found = Object.keys(layers).filter((layer) => file.startsWith(`${layer}/`));
  return found.sort((a, b) => b.length - a.length)[0] ?? "";
}

/** The innermost folder that holds two files, and the room of it that each is in. */
function partingOf(file: string, target: string): { folder: string; own: string; other: string } {
  const [names, others] = [file.split("/"), target.split("/")];
  const found = names.findIndex((name, at) => name !== others[at]);
  const depth = found < 0 ? names.length - 1 : found;
  return {
    folder: names.slice(0, depth).join("/"),
    own: names[depth] ?? "",
    other: others[depth] ?? "",
  };
}

/** In which row of a folder a room is; -1 if in none. */
function rowOf(folder: string, room: string): number {
  const rows = rooms[folder] ?? [];
  const row = rows.findIndex((names) => names.includes(room));
  return row < 0 ? rows.findIndex((names) => names.includes("*")) : row;
}

/** Rooms of a folder, or files, that import each other, as the way around; whether the folder's order is held or not. */
export function circles(modules: Modules): string[] {
  const imported = new Map<string, Set<string>>();
  for (const [file, { imports }] of modules) {
    for (const { target } of imports.filter(({ target }) => modules.has(target))) {
      const { folder, own, other } = partingOf(file, target);
      const room = join(folder, own);
      imported.set(room, (imported.get(room) ?? new Set()).add(join(folder, other)));
    }
  }
  const done = new Set<string>();
  const visit = (room: string, path: string[]): string | undefined => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room].join(" → ");
    if (done.has(room)) return undefined;
    for (const other of imported.get(room) ?? []) {
      const circle = visit(other, [...path, room]);
      if (circle) return circle;
    }
    done.add(room);
    return undefined;
  };
  return [...new Set([...imported.keys()].flatMap((room) => visit(room, []) ?? []))];
}

/** What is no part of the product. */
const ownPrograms: (string | undefined)[] = ["scripts/bench", "scripts/package"];

/** The files of the product, the ends aside, that touch the process. */
export function touchingProcess(modules: Modules): string[] {
  return [...modules]
    .filter(([file, { touchesProcess }]) => touchesProcess && !ownPrograms.includes(layerOf(file)))
    .map(([file]) => file)
    .filter((file) => !ends.includes(file));
}
