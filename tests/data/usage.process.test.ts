import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { newStore, read } from "../support/store/sqlite-file.ts";

const backend = pathToFileURL(resolve("dist/node/data/sqlite/backend.js")).href;

it("eight processes that ask a store in a file at once get no more requests than the limit", async () => {
  const file = await newStore();
  const script = `
    const { sqliteBackend } = await import(${JSON.stringify(backend)});
    const usage = await sqliteBackend(${JSON.stringify(file)}).openUsage();
    for (let time = 0; time < 5; time += 1)
      console.log(await usage.reserveUse(5).then(({ count }) => count, ({ code }) => code));`;
  const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const outcomes = await Promise.all(Array.from({ length: 8 }, run));
  const lines = outcomes.flatMap(({ stdout }) => stdout.trim().split("\n"));
  expect(lines.filter((line) => line !== "LIMIT_REACHED").sort()).toEqual(["1", "2", "3", "4", "5"]);
  expect([lines.length, read(file, "SELECT sum(count) FROM usage")]).toEqual([40, 5]);
});
