import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = "dist/editor/assets";
/** In bytes, beside React. */
const maxScript = 40_000;

it("the script of the editor's page weighs at most 40 000 bytes beside React", () => {
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js.br"));
  const own = scripts.filter((name) => !name.startsWith("react-"));
  expect([own.length, scripts.length]).toEqual([1, 2]);
  const bytes = own.map((name) => statSync(join(folder, name)).size);
  expect(bytes[0]).toBeGreaterThan(10_000);
  expect(bytes[0]).toBeLessThanOrEqual(maxScript);
});
