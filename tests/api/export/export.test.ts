import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readExported, writePages } from "../../../api/export/folder.ts";
import { keepFresh } from "../../../api/export/keep-fresh.ts";
import { createMakePages } from "../../../api/export/pages.ts";
import { readBuild } from "../../../api/http/assets.ts";
import { hashSource } from "../../../api/http/policy-sources.ts";
import { readBrand } from "../../../data/brand.ts";
import { replaceFile } from "../../../data/files.ts";
import { languageTags } from "../../../schema/languages/tags.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { makePageBrand } from "../../../web/brand.tsx";
import { locales } from "../../../web/render.tsx";
import { acme, brandFolder, informal } from "../../support/brand.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { broken } from "../../support/service/app.ts";
import { revisionWith } from "../../support/texts/notices.ts";

const { template } = readBuild("dist/web");
const parts = { template, live: { pollSeconds: 10, returnSpreadSeconds: 5 }, failed: broken };
const makePages = createMakePages(parts);
const expectedReturn = "2026-01-02T12:00:00Z";
const [before, after] = [new Date("2026-01-02T11:00:00Z"), new Date("2026-01-02T13:00:00Z")];

const revisionOf = (number: number, notice?: Partial<Notice>) => revisionWith(notice, number);
const pagesOf = (notice: Partial<Notice>, now = before, make = makePages) =>
  Object.fromEntries(make(revisionOf(1, notice), now, true).pages.map(({ name, make }) => [name, make()]));

const translations = { fr: { title: "Bientôt", message: "À tout de suite." } };
const german = { title: "Gleich zurück", message: "Bis gleich.", language: "de", translations };

describe("The exported pages", () => {
  it("are one for each language of the notice, with 404.html and index.html in its own", () => {
    const names = (notice: Partial<Notice>, isAll?: boolean) =>
      makePages(revisionOf(1, notice), before, isAll).pages.map(({ name }) => name);
    expect(names(german)).toEqual(["de.html", "fr.html", "404.html", "index.html"]);
    expect(names({ language: "tlh" })).toEqual(["en.html", "404.html", "index.html"]);
    const all = names(german, true);
    expect(all).toEqual([...languageTags.map((tag) => `${tag}.html`), "404.html", "index.html"]);
    const pages = pagesOf(german);
    for (const name of ["404.html", "index.html"]) expect(pages[name]).toBe(pages["de.html"]);
    for (const { tag, direction } of locales)
      expect(pages[`${tag}.html`]).toContain(`<html lang="${tag}" dir="${direction}">`);
    expect(pages["fr.html"]).toContain(">Bientôt</h1>");
  });

  it("have and allow no script, load nothing, and are hidden from search engines", () => {
    const page = pagesOf({ title: "</title><script>alert(1)</script>{{data}}" })["index.html"] ?? "";
    expect(page).not.toMatch(/<(?:\/?script|[^>]*\s(?:on\w+|src|action)=)|href="(?!data:|mailto:)/);
    const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? [];
    const sources = "default-src 'none'; style-src 'sha256-[^']*'; img-src data:; base-uri 'none'";
    expect(policy).toMatch(RegExp(`^${sources}; form-action 'none'$`));
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('<meta name="generator" content="Backsoon">');
  });

  it("have a brand's texts, and no styles that only a script needs", async () => {
    const read = await readBrand(brandFolder({ ...acme, texts: { de: informal } }));
    const brand = "brand" in read ? makePageBrand(read.brand) : expect.fail();
    const branded = pagesOf({ expectedReturn }, after, createMakePages({ ...parts, brand }));
    for (const [count, page = ""] of [pagesOf({})["en.html"], branded["en.html"]].entries()) {
      const styles = Array.from(page.matchAll(/<style>(.*?)<\/style>/gs), ([, style = ""]) => style);
      expect([styles.length, styles.join().includes("scripting")]).toEqual([count + 1, false]);
      for (const style of styles) expect(page).toContain(hashSource(style));
    }
    for (const text of [informal.overdue, informal.reload])
      expect(branded["de.html"]).toContain(`>${text}</p>`);
  });

  it.each([
    [{}, before],
    [{ expectedReturn }, before],
    [{ expectedReturn }, after],
  ])("ask to reload and show times in UTC: %j at %s", (notice, now) => {
    const pages = pagesOf(notice, now);
    for (const { tag, strings } of locales) {
      const page = pages[`${tag}.html`]?.replaceAll("&#x27;", "'") ?? "";
      expect(page).toMatch(new RegExp(`<p[^>]*>[^<]*${strings.reload.replace(/[?.]/g, "\\$&")}</p>`));
      expect(page.includes('<p class="news">')).toBe(now === after);
      for (const text of [strings.leaveOpen, strings.unreachable]) expect(page).not.toContain(text);
      const time = /<time dateTime="2026-01-02T12:00:00.000Z".*UTC.*<\/time>/;
      expect(time.test(page)).toBe("expectedReturn" in notice);
    }
  });
});

const write = (folder: string, notice: Partial<Notice>, number = 1) =>
  writePages(folder, makePages(revisionOf(number, notice), before));

describe("The folder of exported pages", () => {
  it("is readable by everybody, and loses only pages of removed languages", async () => {
    const umask = process.umask(0o077);
    onTestFinished(() => void process.umask(umask));
    const folder = join(temporaryFolder(), "export");
    expect(await write(folder, german)).toMatchObject({ revision: 1, phase: "unknown", files: 4 });
    const paths = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
    expect(paths.map((path) => lstatSync(path).mode & 0o777)).toEqual([0o755, ...Array(4).fill(0o644)]);
    writeFileSync(join(folder, "robots.txt"), "theirs");
    expect(await readExported(folder)).toMatch(/^1-[0-9a-f]{8}, unknown$/);
    await write(folder, { language: "de" }, 2);
    expect(readdirSync(folder).sort()).toEqual(["404.html", "de.html", "index.html", "robots.txt"]);
    expect(await readExported(folder)).toMatch(/^2-/);
  });

  it.each<[what: string, name: string, put: (path: string, vault: string) => void]>([
    ["another index", "index.html", (path) => writeFileSync(path, "<!doctype html>theirs")],
    ["a page in a language that this notice lacks", "sv.html", (path) => writeFileSync(path, "theirs")],
    ["a link to an exported page", "404.html", (path, vault) => symlinkSync(join(vault, "index.html"), path)],
    ["a folder with the name of a page", "de.html", (path) => mkdirSync(path)],
  ])("is refused with %s, and nothing is written", async (_what, name, put) => {
    const [folder, vault] = [temporaryFolder(), temporaryFolder()];
    await write(vault, german);
    const index = readFileSync(join(vault, "index.html"), "utf8");
    put(join(folder, name), vault);
    await expect(write(folder, german, 2)).rejects.toThrow(`${folder}/${name} was not made by an export.`);
    expect([readdirSync(folder), readFileSync(join(vault, "index.html"), "utf8")]).toEqual([[name], index]);
  });

  it("is refused if it is a link", async () => {
    const [folder, vault] = [join(temporaryFolder(), "export"), temporaryFolder()];
    symlinkSync(vault, folder);
    await expect(write(folder, german)).rejects.toThrow("it is a file or a link");
    expect(readdirSync(vault)).toEqual([]);
  });
});

/** Exports what visitors see into a folder. `replace` writes a file. Returns the log and each attempt. */
function fresh(folder: string, seen = { revision: revisionOf(1), now: before }, replace = replaceFile) {
  const log: string[] = [];
  const say = (_parts: object, message: string) => void log.push(message);
  const write = vi.fn<typeof writePages>((path, pages) => writePages(path, pages, replace));
  const cache = { current: () => seen.revision };
  const logger = { info: say, error: say } as never;
  onTestFinished(keepFresh({ folder, makePages, cache, logger, now: () => seen.now, write }).stop);
  return { log, write };
}

/** Stops the clock until the test advances it. */
function standStill(): void {
  const timers = ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] as const;
  vi.useFakeTimers({ toFake: [...timers, "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

const hang = () => new Promise<never>(() => {});

describe("The exporting process", () => {
  it("writes pages at its start, after each change, and when the return passes", async () => {
    const folder = join(temporaryFolder(), "export");
    const seen = { revision: revisionOf(1, { expectedReturn }), now: before };
    const { log } = fresh(folder, seen);
    await expect.poll(() => readExported(folder), patient).toMatch(/^1-\w+, upcoming week$/);
    seen.now = after;
    await expect.poll(() => readExported(folder), patient).toMatch(/^1-\w+, overdue week$/);
    seen.revision = revisionOf(2, { title: "Back at nine" });
    await expect.poll(() => readExported(folder), patient).toMatch(/^2-\w+, unknown$/);
    await expect.poll(() => log, patient).toEqual(Array(3).fill("The notice was exported"));
    expect(readFileSync(join(folder, "en.html"), "utf8")).toContain(">Back at nine</h1>");
  });

  it("writes one page in each turn of the loop, and waits for a disk that hangs", async () => {
    const folder = temporaryFolder();
    const turns: number[] = [];
    let turn = 0;
    const count = (): void => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    onTestFinished(() => clearImmediate(counting));
    const seen = { revision: revisionOf(1, german), now: before };
    fresh(folder, seen, async (...file) => {
      turns.push(turn);
      await (turns.length < 4 ? replaceFile(...file) : hang());
    });
    await expect.poll(() => turns.length, patient).toBe(4);
    expect(new Set(turns).size).toBe(4);
    // A later change waits.
    seen.revision = revisionOf(2);
    const later = turn + 50;
    await expect.poll(() => turn, patient).toBeGreaterThan(later);
    expect(turns).toHaveLength(4);
    expect(readdirSync(folder).sort()).toEqual(["404.html", "de.html", "fr.html"]);
  });

  it("reports an error once, and tries again each half minute", async () => {
    const folder = join(temporaryFolder(), "export");
    writeFileSync(folder, "");
    standStill();
    const { log, write } = fresh(folder);
    const until = async (count: number) => {
      while (log.length < count) await turnOfLoop();
      await turnOfLoop();
    };
    await until(1);
    expect(log).toEqual([expect.stringContaining(`Nothing can be exported to ${folder} (it is a file or`)]);
    vi.advanceTimersByTime(29_000);
    expect(write).toHaveBeenCalledTimes(1);
    rmSync(folder);
    vi.advanceTimersByTime(1500);
    expect(write).toHaveBeenCalledTimes(2);
    await until(2);
    expect(log.slice(1)).toEqual(["The notice is exported again"]);
  });

  it("reports a disk that hangs", async () => {
    standStill();
    const { log } = fresh(temporaryFolder(), undefined, hang);
    vi.advanceTimersByTime(10_000);
    expect(log).toEqual([expect.stringContaining("(the disk has not finished within 10 seconds)")]);
  });
});
