import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
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

const errorsOf = (lines: { level: number; msg: string }[]) =>
  lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);

const faulty: [string, () => string, string][] = [
  ["no folder", () => "/nowhere", "There is no brand.json in /nowhere: write one with at least a name;"],
  [
    "a logo that is refused",
    () => brandFolder(acme, { "logo.svg": logo.replace("</svg>", "") }),
    "logo.svg is not well-formed XML, line 1, column 102: unclosed tag: svg;",
  ],
  [
    "three faults",
    () => brandFolder({ links: [] }, { "favicon.png": "GIF" }),
    "brand.json: name is missing: give it one line of 1 to 60 characters, and 2 more;",
  ],
];

describe("A service with a brand", () => {
  it("shows the brand, and `notice check` accepts it", async () => {
    const folder = brandFolder(acme, { "logo.svg": logo });
    const { url, log, env } = await serveHere({ BRAND_DIR: folder });
    expect(await pageAt(url)).toContain(">Under Maintenance – Acme</title>");
    expect(errorsOf(log())).toEqual([]);
    const { stdout } = await notice(env, ["check"]);
    expect(stdout).toContain(`ok      brand: Acme, from ${folder}\n`);
  });

  it.each(faulty)(
    "starts without a brand that has %s, and logs the reason once",
    async (_what, make, why) => {
      const folder = make();
      const { url, log } = await serveHere({ BRAND_DIR: folder });
      const said = errorsOf(log());
      expect(said).toHaveLength(1);
      expect(said[0]).toContain(`The brand is left out: ${why}`);
      expect(said[0]?.endsWith(`; \`BRAND_DIR=${folder} notice check\` lists every fault.`)).toBe(true);
      const page = await pageAt(url);
      expect(page).toContain(">Under Maintenance</title>");
      expect(page).not.toContain("Acme");

      const { env } = await prepared();
      const { code, stdout, stderr } = await notice({ ...env, BRAND_DIR: folder }, ["check", "--no-service"]);
      expect([code, stderr]).toEqual([1, expect.stringContaining("The check found problems with: brand. ")]);
      const [first = ""] = why.split(/, and \d+ more;|;$/);
      expect(stdout).toContain(`FAILURE brand: ${first}`);
    },
  );

  it("starts without a brand after an unexpected error", async () => {
    const told: string[] = [];
    // A folder that is a number gives an unexpected error.
    expect(await loadBrand(7 as never, ({ message }) => void told.push(message))).toBeUndefined();
    expect(told).toEqual([
      expect.stringMatching(/^The brand is left out: TypeError.*; `BRAND_DIR=7 notice check`/),
    ]);
  });

  it("does not wait for a pipe in the brand folder", async () => {
    const folder = brandFolder(acme);
    expect(spawnSync("mkfifo", [join(folder, "logo.svg")]).status).toBe(0);
    const { url, log } = await serveHere({ BRAND_DIR: folder });
    expect((await fetch(url)).status).toBe(503);
    expect(errorsOf(log())[0]).toContain("logo.svg is not a file: replace it with one;");
  });

  it("does not wait for a folder that does not respond, and neither does `notice check`", async () => {
    const folder = brandFolder(acme);
    await holdFile(join(folder, "brand.json"));
    const { env } = await prepared();
    const [{ url, log }, { code, stdout }] = await Promise.all([
      serveHere({ BRAND_DIR: folder }),
      notice({ ...env, BRAND_DIR: folder }, ["check", "--no-service"]),
    ]);
    const said = `The brand is left out: ${folder} did not respond within 2000 ms: put it on a local disk;`;
    expect((await fetch(url)).status).toBe(503);
    expect(errorsOf(log())).toEqual([expect.stringContaining(said)]);
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
