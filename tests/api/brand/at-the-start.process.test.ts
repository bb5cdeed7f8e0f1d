import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { loadBrand } from "../../../api/runtime/brand.ts";
import { acme, brandFolder, logo } from "../../support/brand.ts";
import { notice } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";
import { pageAt } from "../../support/network/http.ts";
import type { LogLine } from "../../support/service/service.ts";
import { serveHere } from "../../support/service/service-here.ts";

const holder =
  '$| = 1; $SIG{IO} = "IGNORE"; open F, "+<", $ARGV[0] or die $!; fcntl F, 1024, 1 or die $!; print "held"; sleep';

/**
 * Makes every open of a file wait up to 45 s, as on a disk that does not respond: holds a write lease.
 * @see https://man7.org/linux/man-pages/man2/F_SETLEASE.2const.html
 */
async function holdFile(file: string): Promise<void> {
  const child = spawn("perl", ["-e", holder, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  const [said] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  expect(String(said)).toBe("held");
}

function brandWithPipe(): string {
  const folder = brandFolder(acme);
  expect(spawnSync("mkfifo", [join(folder, "logo.svg")]).status).toBe(0);
  return folder;
}

const errorsIn = (lines: LogLine[]) => lines.flatMap(({ level, msg }) => (level >= 50 ? [msg] : []));

describe("A service with a brand", () => {
  it("reads the brand at its start, and only then", async () => {
    const folder = brandFolder(acme, { "logo.svg": logo });
    const { url, env, log } = await serveHere({ BRAND_DIR: folder });
    expect(errorsIn(log())).toEqual([]);
    writeFileSync(join(folder, "brand.json"), "{");
    await notice(env, ["set", "--title", "Away"]);
    expect(await pageAt(url)).toContain(">Away – Acme</title>");
  });

  const [wrong, gif] = [{ "logo.svg": "<svg>" }, { "favicon.png": "GIF" }];
  it.each<[string, () => string, RegExp]>([
    ["is missing", () => "/nowhere", /^There is no brand\.json in \/nowhere: write one with at least /],
    ["has a wrong logo", () => brandFolder(acme, wrong), /^logo\.svg is not well-formed XML/],
    ["has three faults", () => brandFolder({ links: [] }, gif), /^brand\.json: name is .*, and 2 more;/],
    ["has a pipe", brandWithPipe, /^logo\.svg is not a file/],
  ])("starts without a brand that %s, and logs the reason once", async (_what, make, why) => {
    const folder = make();
    const { url, log } = await serveHere({ BRAND_DIR: folder });
    const end = `; \`BRAND_DIR=${folder} notice check\` lists every fault.`;
    const [error = "", ...more] = errorsIn(log());
    expect([error.endsWith(end), more]).toEqual([true, []]);
    const [, reason] = error.split("The brand is left out: ");
    expect(reason).toMatch(why);
    const page = await pageAt(url);
    expect(page).toContain(">Under Maintenance</title>");
    expect(page).not.toContain("Acme");
  });

  it("starts without a brand after an unexpected error", async () => {
    const told = vi.fn();
    // A folder that is a number gives an unexpected error.
    expect(await loadBrand(7 as never, ({ message }) => told(message))).toBeUndefined();
    const message = expect.stringMatching(/^The brand is left out: TypeError.*; `BRAND_DIR=7 /);
    expect(told.mock.calls).toEqual([[message]]);
  });

  it("does not wait for a folder that does not respond, and neither does `notice check`", async () => {
    const folder = brandFolder(acme);
    await holdFile(join(folder, "brand.json"));
    const { env } = await prepared();
    const checking = notice({ ...env, BRAND_DIR: folder }, ["check", "--no-service"]);
    const { url, log } = await serveHere({ BRAND_DIR: folder });
    const { code, stdout } = await checking;
    expect((await fetch(url)).status).toBe(503);
    const silent = `${folder} did not respond within 2000 ms`;
    expect(errorsIn(log())).toEqual([expect.stringContaining(`The brand is left out: ${silent}`)]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(RegExp(`^FAILURE brand: ${silent}`, "m"))]);
  });
});
