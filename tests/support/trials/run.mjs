import { readdirSync } from "node:fs";
import { parseCLI, startVitest } from "vitest/node";

// Runs the trials that are named, by their folders, at the same time; options are Vitest's. Without a name it runs those for
// things that change often, as CI does. `release` stands for the others.
const all = readdirSync("tests/trials");
const beforeRelease = ["chart", "edge", "engines", "kubernetes", "monitoring", "movement"];
const { filter: names, options } = parseCLI(["vitest", "run", ...process.argv.slice(2)]);
const named = names.flatMap((name) => (name === "release" ? beforeRelease : [name]));
const unknown = [...named, ...beforeRelease].filter((name) => !all.includes(name));
if (unknown.length > 0)
  throw new Error(`There is no trial ${unknown.join(", ")}: there are ${all.join(", ")}.`);

const vitest = await startVitest("test", [], {
  // The usual report leaves annotations out.
  reporters: ["verbose", "json"],
  outputFile: { json: "var/trials-report.json" },
  ...options,
  project: named.length > 0 ? named : all.filter((name) => !beforeRelease.includes(name)),
});
await vitest.exit();
