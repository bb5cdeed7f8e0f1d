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
import { serveHere } from "../../support/service/service-here.ts";

/** Holds a write lease, so that other processes wait up to 45 s to open the file. */
const holder =
  '$| = 1; $SIG{IO} = "IGNORE"; open F, "+<", $ARGV[0] or die $!; fcntl F, 1024, 1 or die $!; print "held"; sleep';

/**
 * Makes every open of a file wait until the test ends, as on a disk that does not respond.
 * @see https://man7.org/linux/man-pages/man2/F_SETLEASE.2const.html
 */
async function holdFile(file: string): Promise<void> {
  const child = spawn("perl", ["-e", holder, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  const [said] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  expect(String(said)).toBe("held");
}

/** The page of a service with this brand folder, and the errors in its log. */
async function serveWithBrand(folder: string) {
  const { url, log } = await serveHere({ BRAND_DIR: folder });
  return { page: await pageAt(url), errors: log().flatMap(({ level, msg }) => (level >= 50 ? [msg] : [])) };
}

async function check(folder: string) {
  const { env } = await prepared();
  return notice({ ...env, BRAND_DIR: folder }, ["check", "--no-service"]);
}

describe("A service with a brand", () => {
  it("shows the brand, and `notice check` accepts it", async () => {
    const folder = brandFolder(acme, { "logo.svg": logo });
    const { page, errors } = await serveWithBrand(folder);
    expect(page).toContain(">Under Maintenance – Acme</title>");
    expect(errors).toEqual([]);
    expect((await check(folder)).stdout).toContain(`ok      brand: Acme, from ${folder}\n`);
  });

  it.each<[string, () => string, string]>([
    ["no folder", () => "/nowhere", "There is no brand.json in /nowhere: write one with at least a name"],
    [
      "a logo that is refused",
      () => brandFolder(acme, { "logo.svg": "<svg>" }),
      "logo.svg is not well-formed XML",
    ],
    [
      "two faults",
      () => brandFolder({ links: [] }),
      "brand.json: name is missing: give it one line of 1 to 60",
    ],
  ])("starts without a brand that has %s, and logs the reason once", async (_what, make, why) => {
    const folder = make();
    const { page, errors } = await serveWithBrand(folder);
    expect(errors).toEqual([expect.stringContaining(`The brand is left out: ${why}`)]);
    expect(errors[0]).toMatch(new RegExp(`; \`BRAND_DIR=${folder} notice check\` lists every fault\\.$`));
    expect(page).toContain(">Under Maintenance</title>");
    expect(page).not.toContain("Acme");
    const { code, stdout } = await check(folder);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`FAILURE brand: ${why}`)]);
  });

  it("starts without a brand after an unexpected error", async () => {
    const told = vi.fn();
    // A folder that is a number gives an unexpected error.
    expect(await loadBrand(7 as never, ({ message }) => told(message))).toBeUndefined();
    expect(told.mock.calls).toEqual([
      [expect.stringMatching(/^The brand is left out: TypeError.*; `BRAND_DIR=7 /)],
    ]);
  });

  it("does not wait for a pipe in the brand folder", async () => {
    const folder = brandFolder(acme);
    expect(spawnSync("mkfifo", [join(folder, "logo.svg")]).status).toBe(0);
    const { errors } = await serveWithBrand(folder);
    expect(errors[0]).toContain("logo.svg is not a file");
  });

  it("does not wait for a folder that does not respond, and neither does `notice check`", async () => {
    const folder = brandFolder(acme);
    await holdFile(join(folder, "brand.json"));
    const [{ errors }, { code, stdout }] = await Promise.all([serveWithBrand(folder), check(folder)]);
    const silent = `${folder} did not respond within 2000 ms`;
    expect(errors).toEqual([expect.stringContaining(`The brand is left out: ${silent}`)]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^FAILURE brand: .* did not respond within 2000 ms/m),
    ]);
  });

  it("reads the brand only at its start", async () => {
    const folder = brandFolder(acme);
    const { url, env } = await serveHere({ BRAND_DIR: folder });
    writeFileSync(join(folder, "brand.json"), "{");
    await notice(env, ["set", "--title", "Away"]);
    expect(await pageAt(url)).toContain(">Away – Acme</title>");
  });
});
