import { readdirSync, statSync } from "node:fs";
import { expect, it } from "vitest";

it("the script that watches the notice weighs at most 6 000 bytes", () => {
  const folder = "dist/web/assets";
  const [watcher] = readdirSync(folder).filter((name) => /^backsoon-[\w-]{8}\.js\.br$/.test(name));
  expect(statSync(`${folder}/${watcher}`).size).toBeLessThanOrEqual(6_000);
});
