import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { ordinary } from "../../support/postgres/cluster.ts";
import { copyCheckout } from "../../support/trials/checkout.ts";

/** How a run of tests ended, and what it wrote. */
interface Run {
  code: number | null;
  output: string;
}

/**
 * Runs files of tests in a copy of this checkout whose path has spaces and umlauts, as a German in Kathmandu does whose
 * home is read-only, whose editor fails, whose new files nobody else may read, and who has no rights of root's.
 */
async function runElsewhere(files: string[]): Promise<Run> {
  const folder = temporaryFolder();
  const world = join(folder, "Bäck soon");
  const [home, checkout] = [join(world, "home"), join(world, "über allem")];
  mkdirSync(home, { recursive: true });
  mkdirSync(checkout);
  copyCheckout(checkout);
  const { uid } = ordinary;
  // The links of the packages, not what they point to.
  if (uid !== undefined) execFileSync("chown", ["-R", "-h", `${uid}:${uid}`, folder]);
  chmodSync(home, 0o555);

  const vitest = [
    process.execPath,
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project=suite",
    "--reporter=dot",
    ...files,
  ];
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CHROMIUM_PATH: inject("chromium"),
    LANG: "de_DE.UTF-8",
    LC_ALL: "de_DE.UTF-8",
    TZ: "Asia/Kathmandu",
    EDITOR: "/bin/false",
    VISUAL: "/bin/false",
    // Where another program's PostgreSQL is.
    PGHOST: "127.0.0.1",
    PGPORT: "5432",
    PGUSER: "somebody",
    PGDATABASE: "theirs",
  };
  const child = spawn("sh", ["-c", 'umask 077 && exec "$0" "$@"', ...vitest], {
    ...ordinary,
    cwd: checkout,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill());
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, output: `${stdout}${stderr}` };
}

/** What meets most of a machine: commands, editors, times, files, folders, both stores, and the page. */
const files = [
  "tests/scripts/edit.process.test.ts",
  "tests/scripts/init.test.ts",
  "tests/scripts/commands.process.test.ts",
  "tests/scripts/backup-restore.process.test.ts",
  "tests/data",
  "tests/postgres/contract.test.ts",
  "tests/project/documents.test.ts",
  "tests/proxies/readme.test.ts",
  "tests/browser/expected-return.test.ts",
  "tests/browser/looks.test.ts",
];

it("tests pass for another user, with other settings, in a folder with another kind of name", async () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const { code, output } = await runElsewhere(files);
  expect(code, output).toBe(0);
});
