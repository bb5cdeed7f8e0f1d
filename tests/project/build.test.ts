import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const built = "dist/node";

it("the build has nothing that has no source any more", () => {
  const programs = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  expect(programs).toContain(join("api", "server.js"));
  const hasSource = (file: string) => ["ts", "tsx"].some((type) => existsSync(file.replace(/js$/, type)));
  expect(programs.filter((file) => !hasSource(file))).toEqual([]);
});
