import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recipeFiles } from "../../scripts/bypass/recipes.ts";
import { unitNames } from "../../scripts/systemd/units.ts";

const built = "dist/node";

it("the build has nothing that has no source any more", () => {
  const programs = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  expect(programs).toContain(join("api", "server.js"));
  const hasSource = (file: string) => ["ts", "tsx"].some((type) => existsSync(file.replace(/js$/, type)));
  expect(programs.filter((file) => !hasSource(file))).toEqual([]);
});

it("the build has the recipes from which `notice bypass` reads its lines, and the units of which those of an installation are made", () => {
  const folder = "docs/deploy";
  const files = readdirSync(join(built, folder));
  expect(files.sort()).toEqual([...Object.values(recipeFiles), ...unitNames].sort());
  for (const file of files)
    expect(readFileSync(join(built, folder, file), "utf8")).toBe(readFileSync(join(folder, file), "utf8"));
});
