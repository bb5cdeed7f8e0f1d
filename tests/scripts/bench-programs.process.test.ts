import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

/** A module of the build: the places of programs are those of the compiled files. */
const built = (path: string) => import(pathToFileURL(resolve("dist/node", path)).href);

it("the benchmarks start programs that are there", async () => {
  // They look for the machine's cores as they are imported.
  const servers = await built("scripts/bench/against/servers.js");
  const { server, emptyFastify, writer, notice } = servers;
  for (const file of [server, emptyFastify, writer, notice])
    expect([file, existsSync(file)]).toEqual([file, true]);
  expect(notice).toBe(resolve("scripts/bin.mjs"));
});

it("the copy of the build that keeps no head has all that the other has, and leaves each head to Node", async () => {
  const { copyBuild, copyWithoutKeptHeads, serverIn } = await built("scripts/bench/nodes/built-copy.js");
  const node = { program: process.execPath, version: "20", driver: resolve("node_modules/better-sqlite3") };
  const copy = copyBuild({ folder: temporaryFolder() }, node);
  const other = copyWithoutKeptHeads(copy);
  for (const each of [copy, other]) expect(existsSync(serverIn(each))).toBe(true);

  const keptHead = "dist/node/api/http/kept-head.js";
  const [usual, changed] = await Promise.all(
    [copy, other].map(({ folder }) => import(pathToFileURL(join(folder, keptHead)).href)),
  );
  expect(Object.keys(changed)).toEqual(Object.keys(usual));
  const written: unknown[] = [];
  const response = { writeHead: (...head: unknown[]) => written.push(head) };
  for (let time = 0; time < 3; time += 1)
    changed.writeHead(response, changed.createHead(503, ["A", "b"], "Retry-After"), "9");
  expect(written).toEqual(Array(3).fill([503, ["A", "b", "Retry-After", "9"]]));
});
