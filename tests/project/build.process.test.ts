import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

it("npm run build skips a build only if nothing changed since the last one that succeeded", () => {
  // The real build, with compilers that only note that they ran.
  const folder = temporaryFolder();
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };
  for (const name of ["api", "data", "docs/deploy", "schema", "scripts", "web"]) write(`${name}/file.ts`, "");
  const program = "scripts/build/build.mjs";
  write(program, readFileSync(program, "utf8"));
  const noted = 'require("node:fs").appendFileSync("runs", "x");';
  write("node_modules/vite/bin/vite.js", noted);
  const copy = 'require("node:fs").cpSync("made", "dist/next", { recursive: true });';
  write("node_modules/typescript/bin/tsc", noted + copy);
  write("made/scripts/build/precompile.js", 'if (require("node:fs").existsSync("broken")) process.exit(1);');
  const build = () => {
    rmSync(join(folder, "runs"), { force: true });
    const { status } = spawnSync(process.execPath, [program], { cwd: folder });
    return `${status} ${existsSync(join(folder, "runs")) ? "ran" : "skipped"}`;
  };
  expect([build(), build()]).toEqual(["0 ran", "0 skipped"]);
  for (const change of [
    () => write("web/file.ts", "changed"),
    () => write("schema/deep/new.ts", ""),
    () => rmSync(join(folder, "schema/deep/new.ts")),
    () => write("package-lock.json", '{"packages":{}}'),
  ]) {
    change();
    expect(build()).toBe("0 ran");
  }
  write("broken", "");
  write("api/file.ts", "wrong");
  expect([build(), build()]).toEqual(["1 ran", "1 ran"]);
  rmSync(join(folder, "broken"));
  expect(build()).toBe("0 ran");
});
