import { readdirSync, statSync } from "node:fs";
import { expect, it } from "vitest";

const sizes = (folder: string): Record<string, number> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith(".js.br"))
      .map((name) => [name.replace(/-[\w-]{8}\.js\.br$/, ""), statSync(`${folder}/${name}`).size]),
  );

it("The script that watches the notice weighs at most 6 000 bytes", () => {
  expect(sizes("dist/web/assets").backsoon).toBeLessThanOrEqual(6_000);
});

it("The editor's script weighs at most 32 000 bytes without React, and each other language is a file", () => {
  const { index, ...others } = sizes("dist/editor/assets");
  expect(Object.keys(others).toSorted()).toEqual(["arabic", "german", "react"]);
  expect(index).toBeGreaterThan(10_000);
  expect(index).toBeLessThanOrEqual(32_000);
});
