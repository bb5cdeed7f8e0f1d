import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { inject, onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";
import { ordinary } from "../postgres/cluster.ts";
import { copyCheckout } from "./checkout.ts";

/** How a run of tests ended, and what it wrote. */
export interface Run {
  code: number | null;
  output: string;
}

/**
 * Runs files of tests in a copy of this checkout whose path has spaces and umlauts, as a German in Kathmandu does whose
 * home is read-only, whose editor fails, whose new files nobody else may read, and who has no rights of root's.
 */
export async function runElsewhere(files: string[]): Promise<Run> {
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
