import { readdirSync } from "node:fs";
import { parseCLI, startVitest } from "vitest/node";

// Runs the trials that are named, each by its folder, or all of them beside each other; one that is named with an
// exclamation mark is left out. Options are Vitest's.
const trials = readdirSync("tests/trials");
const { filter: names, options } = parseCLI(["vitest", "run", ...process.argv.slice(2)]);
const unknown = names.filter((name) => !trials.includes(name.replace(/^!/, "")));
const wanted = names.filter((name) => !name.startsWith("!"));
if (unknown.length > 0)
  throw new Error(`There is no trial ${unknown.join(", ")}: there are ${trials.join(", ")}.`);

const vitest = await startVitest("test", [], {
  // They say how many they saw of what, which the usual report leaves out.
  reporters: ["verbose", "json"],
  outputFile: { json: "var/trials-report.json" },
  ...options,
  project: (wanted.length > 0 ? wanted : trials).filter((name) => !names.includes(`!${name}`)),
});
await vitest.exit();
