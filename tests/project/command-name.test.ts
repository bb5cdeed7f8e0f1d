import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What the command prints is made here; what the editor, its API and the settings say calls it `notice`, and benchmarks are ours alone. */
const folders = ["schema/errors", "schema/json", "schema/notice", "schema/advice", "data", "scripts"];
const comment = /^\s*(?:\/\*\*|\*|\/\/).*$/gm;

it("No message of the command has a fixed command name, because it differs between clone and package", () => {
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

it("The editor and its API never say `npx notice`, because an installed command is called `notice`", () => {
  const texts = ["web/editor", "schema/editor-api", "schema/settings"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  expect(texts.filter((file) => readFileSync(file, "utf8").includes("npx notice"))).toEqual([]);
});
