import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

/** A project with the real build in it, whose compilers only write down that they ran. */
function project() {
  const folder = temporaryFolder();
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };
  copyFileSync("build.mjs", join(folder, "build.mjs"));
  write("package-lock.json", "{}");
  for (const name of ["api", "data", "docs/deploy", "schema", "scripts", "web"]) write(`${name}/file.ts`, "");
  const noted = 'require("node:fs").appendFileSync("runs", "x");';
  write("node_modules/vite/bin/vite.js", noted);
  write(
    "node_modules/typescript/bin/tsc",
    `${noted} require("node:fs").cpSync("made", "dist/next", { recursive: true });`,
  );
  write("made/scripts/precompile.js", 'if (require("node:fs").existsSync("broken")) process.exit(1);');
  const build = () => {
    rmSync(join(folder, "runs"), { force: true });
    const { status } = spawnSync(process.execPath, ["build.mjs"], { cwd: folder });
    return { status, ran: existsSync(join(folder, "runs")) };
  };
  return { folder, write, build };
}

it("is skipped while nothing has changed, and only then", () => {
  const { folder, write, build } = project();
  const built = { status: 0, ran: true };
  const skipped = { status: 0, ran: false };
  expect([build(), build()]).toEqual([built, skipped]);
  write("web/file.ts", "changed");
  expect([build(), build()]).toEqual([built, skipped]);
  write("schema/deep/new.ts", "");
  expect([build(), build()]).toEqual([built, skipped]);
  rmSync(join(folder, "schema/deep/new.ts"));
  expect([build(), build()]).toEqual([built, skipped]);
  write("package-lock.json", '{"packages":{}}');
  expect([build(), build()]).toEqual([built, skipped]);
  const stamp = join(folder, "dist/stamp");
  writeFileSync(stamp, readFileSync(stamp, "utf8").replace(/^./, "-"));
  expect([build(), build()]).toEqual([built, skipped]);
});

it("is done again after one that failed", () => {
  const { folder, write, build } = project();
  expect(build().status).toBe(0);
  write("broken", "");
  write("api/file.ts", "wrong");
  expect([build(), build()]).toEqual([
    { status: 1, ran: true },
    { status: 1, ran: true },
  ]);
  rmSync(join(folder, "broken"));
  expect(build()).toEqual({ status: 0, ran: true });
});
