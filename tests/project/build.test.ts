import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unitNames } from "../../scripts/systemd/units.ts";

const built = "dist/node";

it("The build contains no program whose source was deleted", () => {
  const files = readdirSync(built, { recursive: true, encoding: "utf8" });
  const programs = files.filter((file) => file.endsWith(".js"));
  expect(programs).toContain(join("api", "server.js"));
  const hasSource = (file: string) => ["ts", "tsx"].some((type) => existsSync(file.replace(/js$/, type)));
  expect(programs.filter((file) => !hasSource(file))).toEqual([]);
});

it("The build contains the systemd units and the parts of the proxy recipes", () => {
  const folder = "docs/deploy";
  const files = readdirSync(join(built, folder));
  expect(files.sort()).toEqual([...unitNames].sort());
  for (const file of files)
    expect(readFileSync(join(built, folder, file), "utf8")).toBe(readFileSync(join(folder, file), "utf8"));
  const partsIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\/.*(?<!\.[jt]s)$/.test(file))
      .sort();
  expect(partsIn(join(built, "api/proxies"))).toEqual(partsIn("api/proxies"));
  expect(partsIn("api/proxies")).toContain("nginx/server.conf");
});

it("The program for edge workers is one file without imports or Node's own modules", () => {
  const program = readFileSync("dist/edge/worker.js", "utf8");
  expect(program).toMatch(/export \{ \w+ as default \};\s*$/);
  expect(program).not.toMatch(/^import |\brequire\(|\bimport\(|node:|\bBuffer\b|__vite|react/m);
});
