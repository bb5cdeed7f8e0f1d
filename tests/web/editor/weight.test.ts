import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = "dist/editor/assets";
/** In bytes, beside React. */
const maxScript = 32_000;

it("the script of the editor's page weighs at most 32 000 bytes beside React, and its other languages are apart", () => {
  const sizes = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith(".js.br"))
      .map((name) => [name.replace(/-[\w-]{8}\.js\.br$/, ""), statSync(join(folder, name)).size]),
  );
  expect(Object.keys(sizes).toSorted()).toEqual(["arabic", "german", "index", "react"]);
  expect(sizes.index).toBeGreaterThan(10_000);
  expect(sizes.index).toBeLessThanOrEqual(maxScript);
});
