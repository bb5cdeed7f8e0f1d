import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { pageAt } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { canMount, fillDisk, smallDisk } from "../../support/store/mount.ts";

const pagesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".html"))
    .map((name) => readFileSync(join(folder, name), "utf8"));

it.skipIf(!canMount())(
  "An export to a full disk leaves each page whole, and is reported by the log, the command and the check",
  async () => {
    const disk = smallDisk();
    const folder = join(disk, "export");
    const { env, url, log } = await serveHere({ EXPORT_DIR: folder });
    const told = () => log().map(({ msg }) => msg);
    await expect.poll(told, patient).toContain("The notice was exported");
    const free = fillDisk(disk);
    await noticeProcess(env, ["set", "--title", "Back at nine"]);
    expect(await pageAt(url)).toContain("Back at nine");
    const behind = expect.stringMatching(/^The exported pages are not up to date: .*its disk is full/);
    await expect.poll(told, patient).toContainEqual(behind);
    const stderr = expect.stringContaining("(its disk is full)");
    expect(await noticeProcess(env, ["export", folder])).toMatchObject({ code: 1, stderr });
    const stdout = expect.stringMatching(/^FAILURE export: revision 1, exported .* ago\. .*disk is full/m);
    expect(await noticeProcess(env, ["check"])).toMatchObject({ code: 1, stdout });
    for (const page of pagesIn(folder)) expect(page).toMatch(/<\/html>\s*$/);
    free();
    expect((await noticeProcess(env, ["export", folder])).code).toBe(0);
    expect((await noticeProcess(env, ["check"])).stdout).toMatch(/^ok {6}export: revision 2, /m);
  },
);

it("An export that is killed at any step leaves each page whole, and the next export finishes", async () => {
  const { env, run } = await prepared();
  const folder = join(temporaryFolder(), "export");
  await run("export", folder);
  const killer = resolve("tests/support/command/killed.mjs");
  let step = 0;
  for (let code: unknown = null; code === null; step += 1) {
    await run("set", "--title", `Title ${step}`);
    const killing = { NODE_OPTIONS: `--import=${killer}`, KILL_AT: String(step), KILL_IN: folder };
    ({ code } = await noticeProcess({ ...env, ...killing }, ["export", folder]));
    const pages = pagesIn(folder);
    expect(pages).toHaveLength(3);
    for (const page of pages) expect(page).toMatch(/^<!doctype html>.*<\/html>\s*$/s);
  }
  expect(step).toBeGreaterThan(6);
  for (const page of pagesIn(folder)) expect(page).toContain(`>Title ${step - 1}</h1>`);
}, 120_000);
