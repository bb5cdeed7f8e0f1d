import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What the command prints is made here; what the editor, its API and the settings say calls it `notice`, and benchmarks are ours alone. */
const folders = ["schema/errors", "schema/json", "schema/notice", "schema/advice", "data", "scripts"];
const comment = /^\s*(?:\/\*\*|\*|\/\/).*$/gm;

it("no message calls the command by a name of its own, as only the entry knows how it is run", () => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.startsWith("bench/"))
      .map((file) => `${folder}/${file}`),
  );
  const naming = files.filter((file) =>
    /`(?:npx )?notice [a-z-]|npx notice/.test(readFileSync(file, "utf8").replace(comment, "")),
  );
  expect(files.length).toBeGreaterThan(90);
  expect(naming).toEqual([]);
});

it("the editor and its API call it as whoever installed it does, as they cannot know where that is typed", () => {
  const texts = ["web/editor", "schema/editor-api", "schema/settings"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  expect(texts.filter((file) => readFileSync(file, "utf8").includes("npx notice"))).toEqual([]);
});
