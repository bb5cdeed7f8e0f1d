import { readdirSync } from "node:fs";
import { parseCLI, startVitest } from "vitest/node";

// Runs the trials that are named, each by its folder, beside each other; options are Vitest's. Without a name it runs
// those that guard what changes often, as CI does; `release` stands for the others, and for each way to install.
const all = readdirSync("tests/trials");
const beforeRelease = ["chart", "edge", "engines", "kubernetes", "machines", "monitoring", "movement"];
const { filter: names, options } = parseCLI(["vitest", "run", ...process.argv.slice(2)]);
if (names.includes("release")) process.env.EVERY_WAY = "1";
const named = names.flatMap((name) => (name === "release" ? [...beforeRelease, "package"] : [name]));
const unknown = [...named, ...beforeRelease].filter((name) => !all.includes(name));
if (unknown.length > 0)
  throw new Error(`There is no trial ${unknown.join(", ")}: there are ${all.join(", ")}.`);

const vitest = await startVitest("test", [], {
  // They say how many they saw of what, which the usual report leaves out.
  reporters: ["verbose", "json"],
  outputFile: { json: "var/trials-report.json" },
  ...options,
  project: named.length > 0 ? named : all.filter((name) => !beforeRelease.includes(name)),
});
await vitest.exit();
