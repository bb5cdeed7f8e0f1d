import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

it("the benchmarks start programs that are there", async () => {
  // Their places are those of the compiled files, which look for the machine's cores as they are imported.
  const servers = await import(pathToFileURL(resolve("dist/node/scripts/bench/against/servers.js")).href);
  const { server, emptyFastify, writer, notice } = servers;
  for (const file of [server, emptyFastify, writer, notice])
    expect([file, existsSync(file)]).toEqual([file, true]);
  expect(notice).toBe(resolve("scripts/bin.mjs"));
});
