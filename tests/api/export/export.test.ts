import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBuild } from "../../../api/assets/build.ts";
import { createFiles, type ExportedFile } from "../../../api/export/files/files.ts";
import { haproxyFiles } from "../../../api/export/files/haproxy-files.ts";
import { createScriptlessFiles } from "../../../api/export/files/scriptless-files.ts";
import { createScriptlessTexts } from "../../../api/export/files/scriptless-texts.ts";
import { type ExportParts, type ExportSource, writeExport } from "../../../api/export/folder.ts";
import { inTurn } from "../../../api/export/lock.ts";
import { modifiedOf } from "../../../api/export/modified.ts";
import { readCurrent, readExports } from "../../../api/export/record.ts";
import { hashSource } from "../../../api/http/policy-sources.ts";
import { readBrand } from "../../../data/brand/read-brand.ts";
import { tryLock } from "../../../data/sqlite-file/try-lock.ts";
import type { Revision } from "../../../data/store.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { makePageBrand } from "../../../web/brand.ts";
import { locales, type PageBrand, type Phase } from "../../../web/render.tsx";
import { acme, brandFolder } from "../../support/brand.ts";
import { newFolder, temporaryFolder } from "../../support/folder.ts";
import { createTestApp } from "../../support/service/app.ts";

const build = readBuild("dist/web");
const live = { pollSeconds: 10, returnSpreadSeconds: 5 };
const failed = (error: unknown) => {
  throw error;
};

const revisionOf = (number: number, notice: Partial<Notice> = {}, createdAt = at(number)): Revision => ({
  number,
  notice: { ...defaults, ...notice },
  author: "anna",
  createdAt,
});
const seconds = (iso: string) => Date.parse(iso) / 1000;
/** A minute for each number. */
const at = (number: number) => new Date(Date.UTC(2026, 0, 1, 12, number)).toISOString();

/** One file of a revision: what is done with it does not depend on how many there are. */
async function* oneFile({ number }: Revision): AsyncGenerator<ExportedFile> {
  yield { path: "pages/en.txt", body: Buffer.from(`revision ${number}`) };
}

const partsIn = (folder: string, parts: Partial<ExportParts> = {}): ExportParts => ({
  folder,
  assets: [],
  retryAfter: 120,
  makeFiles: oneFile,
  tryLock,
  now: () => new Date(),
  ...parts,
});

const exportIn = (folder: string, revision: Revision, parts: Partial<ExportParts> = {}) =>
  writeExport(partsIn(folder, parts), async () => ({ revision }));

const shownIn = (folder: string) => readFileSync(join(folder, "current", "pages", "en.txt"), "utf8");

/** Everything below a folder, with its mode. */
function treeOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((path) => [path, lstatSync(join(folder, path))] as const)
      .filter(([, stats]) => !stats.isSymbolicLink())
      .map(([path, stats]) => [path, (stats.mode & 0o777).toString(8)]),
  );
}

/** A whole reply in its parts, as a client reads it. */
function replyOf(file: Buffer): { start: string; headers: string[]; body: Buffer } {
  const end = file.indexOf("\r\n\r\n");
  const [start = "", ...headers] = file.subarray(0, end).toString("latin1").split("\r\n");
  return { start, headers, body: file.subarray(end + 4) };
}

describe("the files of a revision", () => {
  const expectedReturn = "2026-01-02T12:00:00Z";
  const files = new Map<string, Buffer>();
  const folder = newFolder();
  afterAll(folder.remove);
  beforeAll(async () => {
    const makeFiles = createFiles({ template: build.template, live, failed });
    const revision = revisionOf(1, { expectedReturn });
    for await (const { path, body } of makeFiles(revision, "overdue months", seconds(at(1))))
      files.set(path, body);
  });
  const fileAt = (path: string) => files.get(path) ?? expect.fail(`There is no ${path}.`);

  const haproxyName = (name: string) => `${name.replace("pages/", "haproxy/")}.http`;

  it("are the notice in every language and format, and the document, each plain, in brotli and in gzip", () => {
    const names = locales.flatMap(({ tag }) =>
      ["html", "json", "xml", "txt"].map((suffix) => `pages/${tag}.${suffix}`),
    );
    const all = [...names, "notice.json"]
      .flatMap((name) => [name, `${name}.br`, `${name}.gz`])
      .concat(
        names.map((name) => haproxyName(name)),
        ...["haproxy/notice.http", "haproxy/languages.map"],
      );
    expect([...files.keys()].sort()).toEqual(all.sort());
    for (const name of [...names, "notice.json"]) {
      expect(brotliDecompressSync(fileAt(`${name}.br`)).equals(fileAt(name))).toBe(true);
      expect(gunzipSync(fileAt(`${name}.gz`)).equals(fileAt(name))).toBe(true);
      if (name.endsWith(".html")) expect(fileAt(`${name}.br`).length).toBeLessThanOrEqual(4096);
    }
  });

  it("are what the service sends but for the policy, which the page says itself, and its time", async () => {
    const { ask } = await createTestApp({ expectedReturn });
    const types = { html: "text/html", json: "application/json", xml: "application/xml", txt: "text/plain" };
    for (const language of ["en", "de", "ar"]) {
      for (const [suffix, accept] of Object.entries(types)) {
        const { body, headers } = await ask({
          headers: { accept, "accept-language": language, "accept-encoding": "identity" },
        });
        const file = fileAt(`pages/${language}.${suffix}`).toString();
        const [meta = "", policy] =
          /\n +<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(file) ?? [];
        const time = suffix === "html" ? `,"modified":${Date.parse(at(1))}` : "";
        expect(file).toContain(time);
        expect(file.replace(meta, "").replace(time, "")).toBe(body);
        if (suffix !== "html") continue;
        expect(`${policy}; frame-ancestors 'self'`).toBe(headers["content-security-policy"]);
        expect(file.indexOf(meta)).toBeLessThan(file.search(/<title|<style|<script/));
      }
    }
    const { body } = await ask({ url: "/api/notice" });
    expect(fileAt("notice.json").toString()).toBe(body);
  });
});

describe("the files of a revision without scripts", () => {
  const expectedReturn = "2026-01-02T12:00:00Z";
  const pagesIn = async (
    phase: Phase,
    notice: Partial<Notice> = { expectedReturn },
    brand?: PageBrand,
  ): Promise<Map<string, string>> => {
    const pages = new Map<string, string>();
    const makeFiles = createScriptlessFiles({ template: build.template, live, brand, failed });
    for await (const { path, body } of makeFiles(revisionOf(1, notice), phase, seconds(at(1))))
      pages.set(path, body.toString());
    return pages;
  };

  it("are a page for each language, and two in the first one under the names that hosts look for", async () => {
    const pages = await pagesIn("unknown");
    const names = [...locales.map(({ tag }) => tag), "index", "404"].map((name) => `pages/${name}.html`);
    expect([...pages.keys()].sort()).toEqual(names.sort());
    for (const { tag, direction } of locales)
      expect(pages.get(`pages/${tag}.html`)).toContain(`<html lang="${tag}" dir="${direction}">`);
    for (const name of ["index", "404"])
      expect(pages.get(`pages/${name}.html`)).toBe(pages.get("pages/en.html"));
  });

  it("have no script, allow none, load nothing, and are found by no search engine", async () => {
    const hostile = "</title><script>alert(1)</script>{{data}}";
    const [page = ""] = (await pagesIn("unknown", { title: hostile })).values();
    expect(page).not.toMatch(/<(?:\/?script|[^>]*\s(?:on\w+|src|action)=)|href="(?!data:|mailto:)/);
    const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? [];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']*'; img-src data:; base-uri 'none'; form-action 'none'$/,
    );
    expect(page).toContain('<meta name="robots" content="noindex" />');
  });

  it("wait for no script with any part of theirs, also with a brand", async () => {
    const read = await readBrand(brandFolder(acme, {}, temporaryFolder()));
    const brand = "brand" in read ? makePageBrand(read.brand) : expect.fail();
    const [plain = ""] = (await pagesIn("unknown")).values();
    const [branded = ""] = (await pagesIn("unknown", {}, brand)).values();
    for (const [page, count] of [[plain, 1] as const, [branded, 2] as const]) {
      const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
      expect(styles).toHaveLength(count);
      for (const style of styles) {
        expect(style).not.toMatch(/has\(> ?script|scripting/);
        expect(page).toContain(hashSource(style));
      }
    }
  });

  it.each<Phase>(["unknown", "upcoming hours", "overdue days"])(
    "say to reload, in UTC, and promise nothing: %s",
    async (phase) => {
      const pages = await pagesIn(phase, phase === "unknown" ? {} : { expectedReturn });
      for (const { tag, strings } of locales) {
        const page = pages.get(`pages/${tag}.html`)?.replaceAll("&#x27;", "'") ?? "";
        expect(page).toMatch(new RegExp(`<p[^>]*>[^<]*${strings.reload.replace(/[?.]/g, "\\$&")}</p>`));
        expect(page.includes(`>${strings.overdue}`)).toBe(phase.startsWith("overdue"));
        for (const text of [strings.leaveOpen, strings.unreachable]) expect(page).not.toContain(text);
        if (phase !== "unknown")
          expect(page).toMatch(/<time dateTime="2026-01-02T12:00:00.000Z".*UTC.*<\/time>/);
      }
    },
  );
});

describe("what HAProxy serves", () => {
  const makeText = createScriptlessTexts({
    template: build.template,
    live,
    brand: undefined,
    payments: undefined,
    failed,
  });
  const filesOf = (notice: Partial<Notice>) =>
    new Map(
      [...haproxyFiles(makeText, revisionOf(1, notice), "unknown")].map(({ path, body }) => [path, body]),
    );
  const replyAt = (files: Map<string, Buffer>, path: string) =>
    replyOf(files.get(path) ?? expect.fail(`There is no ${path}.`));
  const pageOf = (files: Map<string, Buffer>) =>
    gunzipSync(replyAt(files, "haproxy/te.html.http").body).toString();

  it("is whole replies, each with the length of its body and the headers of every visitor", () => {
    const injected = "a\r\nInjected: 1\r\n\r\nb";
    const files = filesOf({ title: injected, message: injected, contactEmail: injected, language: injected });
    const types = {
      "html.http": "text/html; charset=utf-8",
      "json.http": "application/problem+json",
      "xml.http": "application/problem+xml",
      "txt.http": "text/plain; charset=utf-8",
    };
    for (const { tag } of locales)
      for (const [suffix, type] of Object.entries(types)) {
        const { start, headers, body } = replyAt(files, `haproxy/${tag}.${suffix}`);
        expect(start).toBe("HTTP/1.1 503 Service Unavailable");
        expect(headers).toEqual([
          `Content-Type: ${type}`,
          `Content-Language: ${tag}`,
          ...(suffix === "html.http" ? ["Content-Encoding: gzip"] : []),
          "Content-Security-Policy: frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
          "Cache-Control: no-store",
          "Vary: Accept, Accept-Encoding, Accept-Language, Origin",
          "X-Robots-Tag: noindex",
          "X-Content-Type-Options: nosniff",
          "Referrer-Policy: no-referrer",
          "Maintenance-Notice: export",
          "Access-Control-Allow-Origin: *",
          "Access-Control-Expose-Headers: Content-Language, ETag, Retry-After, Maintenance-Notice",
          `Content-Length: ${body.length}`,
        ]);
      }
    const { start, headers, body } = replyAt(files, "haproxy/notice.http");
    expect(start).toBe("HTTP/1.1 200 OK");
    expect(headers).toEqual([
      "Content-Type: application/json",
      "Cache-Control: no-cache",
      "Vary: Origin, Accept-Encoding",
      "Maintenance-Notice: export",
      "Access-Control-Allow-Origin: *",
      "Access-Control-Expose-Headers: Content-Language, ETag, Retry-After, Maintenance-Notice",
      `Content-Length: ${body.length}`,
    ]);
  });

  it("is the notice without scripts, as it would not change", () => {
    const files = filesOf({ message: "We are moving." });
    expect(pageOf(files)).toContain("We are moving.");
    expect(pageOf(files)).not.toContain("<script");
    expect(pageOf(files)).toMatch(/<\/body>\s*<\/html>\n$/);
  });

  it("is smaller than its buffer, with the default message in the place of what is not", () => {
    const message = Array.from({ length: 1000 }, (_, at) =>
      String.fromCodePoint(0x20000 + ((at * 7919) % 42_000)),
    );
    const words = { title: "Moving", message: message.join("") };
    const translations = Object.fromEntries(locales.map(({ tag }) => [tag, words]));
    const files = filesOf({ ...words, language: "en", translations });
    // Of its 16 KB HAProxy keeps one free, and adds headers.
    for (const [path, { length }] of files) expect([path, length <= 14_336]).toEqual([path, true]);
    expect(JSON.parse(String(replyAt(files, "haproxy/notice.http").body))).toEqual({
      ...{ isEnabled: true, title: "Moving", contactEmail: "support@example.com", language: "en" },
    });
    // What is small enough stays.
    expect(String(replyAt(files, "haproxy/te.txt.http").body)).toContain(words.message);
  });

  it("has a body of 12 KB, but none that is larger", () => {
    const largest = 12 * 1024;
    const bodyOf = (bytes: number): number => {
      const makeSized: typeof makeText = ({ notice }) =>
        Buffer.alloc(notice.message === undefined ? 1 : bytes);
      const made = [...haproxyFiles(makeSized, revisionOf(1, { message: "Moving" }), "unknown")];
      const file = made.find(({ path }) => path === "haproxy/en.txt.http")?.body ?? expect.fail();
      expect(file.length).toBeLessThan(14_336);
      return replyOf(file).body.length;
    };
    expect([bodyOf(largest), bodyOf(largest + 1)]).toEqual([largest, 1]);
  });

  it("is a bare page where a brand makes it too large", () => {
    const large = () => Buffer.from(randomBytes(20_000).toString("base64"));
    const files = [
      ...haproxyFiles(
        (_, { format }) => (format === "html" ? large() : Buffer.from("x")),
        revisionOf(1),
        "unknown",
      ),
    ];
    const { body: page } = replyAt(
      new Map(files.map(({ path, body }) => [path, body])),
      "haproxy/en.html.http",
    );
    expect(page.length).toBeLessThan(1000);
    expect(gunzipSync(page).toString()).toContain("<h1");
  });
});

describe("an export", () => {
  it("can be read by everybody whatever the umask, and written by us alone, at the time of its revision", async () => {
    const before = process.umask(0o077);
    const folder = join(temporaryFolder(), "export");
    try {
      await exportIn(folder, revisionOf(1), { assets: build.assets });
    } finally {
      process.umask(before);
    }
    const tree = treeOf(folder);
    for (const [path, mode] of Object.entries(tree))
      expect([path, mode]).toEqual([path, lstatSync(join(folder, path)).isDirectory() ? "755" : "644"]);
    expect((lstatSync(folder).mode & 0o777).toString(8)).toBe("755");
    const file = lstatSync(join(folder, readlinkSync(join(folder, "current")), "pages", "en.txt"));
    expect(file.mtime.toISOString()).toBe(at(1));
  });

  it("leaves the last three, and nothing temporary", async () => {
    const folder = temporaryFolder();
    for (const number of [1, 2, 3, 4, 5]) await exportIn(folder, revisionOf(number));
    expect((await readExports(folder)).map(({ revision }) => revision)).toEqual([5, 4, 3]);
    expect(readdirSync(join(folder, "revisions"))).toHaveLength(3);
    expect(readdirSync(folder).sort()).toEqual([
      ".backsoon-lock",
      "Caddyfile",
      "apache.conf",
      "assets",
      "current",
      "haproxy.cfg",
      "nginx.conf",
      "revisions",
    ]);
    expect(shownIn(folder)).toBe("revision 5");
  });

  it("keeps scripts for a day after the last export that names them, and those of others for ever", async () => {
    const folder = temporaryFolder();
    const day = 24 * 60 * 60 * 1000;
    const older = build.assets.map((asset) => ({ ...asset, path: "/assets/backsoon-older.js" })).slice(0, 1);
    const start = Date.now();
    const exportAt = (number: number, assets: typeof older, ms: number) =>
      exportIn(folder, revisionOf(number), { assets, now: () => new Date(start + ms) });
    await exportAt(1, older, 0);
    const theirs = join(folder, "assets", "app.js");
    writeFileSync(theirs, "");
    utimesSync(theirs, 0, 0);
    // It was named until now, however long ago that export was made.
    await exportAt(2, build.assets, 5 * day);
    const names = () => readdirSync(join(folder, "assets"));
    expect(names()).toContain("backsoon-older.js.br");
    await exportAt(3, build.assets, 5.9 * day);
    expect(names()).toContain("backsoon-older.js");
    await exportAt(4, build.assets, 6.1 * day);
    expect(names().filter((name) => name.includes("older"))).toEqual([]);
    expect(names()).toContain("app.js");
    for (const { path, bodies } of build.assets)
      expect(readFileSync(join(folder, path)).equals(bodies.identity)).toBe(true);
  });

  it("writes a script again that has become a link, or whose content is another's", async () => {
    const folder = temporaryFolder();
    await exportIn(folder, revisionOf(1), { assets: build.assets });
    const [{ path, bodies } = expect.fail()] = build.assets;
    const vault = temporaryFolder();
    // A link to the same text is a link: what it leads to may change.
    writeFileSync(join(vault, "file"), bodies.identity);
    rmSync(join(folder, path));
    symlinkSync(join(vault, "file"), join(folder, path));
    writeFileSync(join(folder, `${path}.gz`), "theirs");
    await exportIn(folder, revisionOf(2), { assets: build.assets });
    expect(lstatSync(join(folder, path)).isFile()).toBe(true);
    expect(readFileSync(join(folder, path)).equals(bodies.identity)).toBe(true);
    expect(readFileSync(join(folder, `${path}.gz`)).equals(bodies.gzip)).toBe(true);
  });

  it("that fails leaves the last one, and nothing behind", async () => {
    const folder = temporaryFolder();
    await exportIn(folder, revisionOf(1));
    const before = treeOf(folder);
    const makeFiles = async function* (): AsyncGenerator<ExportedFile> {
      yield { path: "pages/en.txt", body: Buffer.from("half") };
      throw new Error("It cannot be rendered.");
    };
    await expect(exportIn(folder, revisionOf(2), { makeFiles })).rejects.toThrow("cannot be rendered");
    expect(treeOf(folder)).toEqual(before);
    expect(shownIn(folder)).toBe("revision 1");
  });

  it("removes what a program left that was ended", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, ".backsoon-0123abcd", "pages"), { recursive: true });
    writeFileSync(join(folder, ".backsoon-0123abcd", "pages", "en.txt"), "half");
    const vault = temporaryFolder();
    writeFileSync(join(vault, "file"), "theirs");
    symlinkSync(vault, join(folder, ".backsoon-4567abcd"));
    mkdirSync(join(folder, "assets"), { mode: 0o700 });
    await exportIn(folder, revisionOf(1));
    expect(readdirSync(folder).filter((name) => /^\.backsoon-[0-9a-f]/.test(name))).toEqual([]);
    expect(readdirSync(vault)).toEqual(["file"]);
    expect((lstatSync(join(folder, "assets")).mode & 0o777).toString(8)).toBe("755");
  });

  it.each<[what: string, put: (folder: string, vault: string) => void]>([
    ["a link to elsewhere as current", (folder, vault) => symlinkSync(vault, join(folder, "current"))],
    ["a file as current", (folder) => writeFileSync(join(folder, "current"), "theirs")],
    ["a link as the folder of revisions", (folder, vault) => symlinkSync(vault, join(folder, "revisions"))],
    ["a link as the folder of scripts", (folder, vault) => symlinkSync(vault, join(folder, "assets"))],
    [
      "a link as the lock",
      (folder, vault) => symlinkSync(join(vault, "file"), join(folder, ".backsoon-lock")),
    ],
    ["a file as the lock", (folder) => writeFileSync(join(folder, ".backsoon-lock"), "theirs")],
  ])("touches nothing in a folder with %s", async (_what, put) => {
    const [folder, vault] = [temporaryFolder(), temporaryFolder()];
    put(folder, vault);
    const before = [treeOf(folder), readdirSync(folder)];
    await expect(exportIn(folder, revisionOf(1))).rejects.toMatchObject({ code: "EXPORT_FOREIGN" });
    expect([treeOf(folder), readdirSync(folder)]).toEqual(before);
    expect(readdirSync(vault)).toEqual([]);
  });

  it("leaves what others have put into it, also where it removes its own", async () => {
    const folder = temporaryFolder();
    await exportIn(folder, revisionOf(1));
    const [theirs, revision] = [
      join(folder, "robots.txt"),
      join(folder, readlinkSync(join(folder, "current"))),
    ];
    for (const path of [theirs, join(revision, "pages", "theirs.txt")]) writeFileSync(path, "theirs");
    mkdirSync(join(folder, "revisions", "theirs"));
    for (const number of [2, 3, 4]) await exportIn(folder, revisionOf(number));
    expect(readFileSync(theirs, "utf8")).toBe("theirs");
    expect(readdirSync(revision, { recursive: true })).toEqual(["pages", join("pages", "theirs.txt")]);
    expect(existsSync(join(folder, "revisions", "theirs"))).toBe(true);
  });

  it("opens to nobody what others keep in a folder of scripts, or of revisions, that is theirs", async () => {
    const folder = temporaryFolder();
    for (const name of ["assets", "revisions"]) {
      mkdirSync(join(folder, name), { mode: 0o700 });
      writeFileSync(join(folder, name, "theirs"), "theirs");
    }
    await exportIn(folder, revisionOf(1));
    const tree = treeOf(folder);
    expect([tree.assets, tree.revisions]).toEqual(["700", "700"]);
  });

  it("of several at once, one after the other, is the one that was latest when its turn had come", async () => {
    const folder = temporaryFolder();
    let latest = 0;
    const taken: number[] = [];
    const source = async (): Promise<ExportSource> => {
      latest += 1;
      taken.push(latest);
      return { revision: revisionOf(latest) };
    };
    await Promise.all([1, 2, 3, 4].map(() => writeExport(partsIn(folder), source)));
    expect(taken).toEqual([1, 2, 3, 4]);
    expect(shownIn(folder)).toBe("revision 4");
  });

  it("does not take the place of a newer one that was made since the older one was the latest", async () => {
    const folder = temporaryFolder();
    const knownAt = new Date(Date.now() - 1000);
    await exportIn(folder, revisionOf(6));
    const older = async (knownAt: Date) =>
      writeExport(partsIn(folder), async () => ({ revision: revisionOf(5), knownAt }));
    expect(await older(knownAt)).toBeUndefined();
    expect(shownIn(folder)).toBe("revision 6");
    // A store that begins anew has lower numbers.
    await older(new Date(Date.now() + 1000));
    expect(shownIn(folder)).toBe("revision 5");
  });

  it("takes no place of one of the other kind, with scripts or without", async () => {
    for (const isScriptless of [undefined, true] as const) {
      const folder = temporaryFolder();
      await exportIn(folder, revisionOf(1), { isScriptless });
      const before = treeOf(folder);
      await expect(
        exportIn(folder, revisionOf(2), { isScriptless: isScriptless ? undefined : true }),
      ).rejects.toMatchObject({ code: "EXPORT_KIND" });
      expect(treeOf(folder)).toEqual(before);
      await exportIn(folder, revisionOf(2), { isScriptless });
      expect(shownIn(folder)).toBe("revision 2");
    }
  });

  it("waits for another program's", async () => {
    const folder = temporaryFolder();
    let end = (): void => {};
    const held = inTurn(folder, { folder, tryLock }, () => new Promise<void>((resolve) => (end = resolve)));
    await expect.poll(() => existsSync(join(folder, ".backsoon-lock"))).toBe(true);
    let asked = 0;
    const waiting = exportIn(folder, revisionOf(1), {
      tryLock: (file) => {
        asked += 1;
        return tryLock(file);
      },
    });
    let isDone = false;
    void waiting.then(() => (isDone = true));
    // It has asked for its turn, and more than once.
    await expect.poll(() => asked).toBeGreaterThan(2);
    expect([isDone, existsSync(join(folder, "current"))]).toEqual([false, false]);
    end();
    await held;
    await waiting;
    expect((await readCurrent(folder))?.revision).toBe(1);
  });

  it("is made anew where the folder has been removed, or moved and is a link", async () => {
    const folder = join(temporaryFolder(), "export");
    await exportIn(folder, revisionOf(1));
    rmSync(folder, { recursive: true });
    await exportIn(folder, revisionOf(2));
    renameSync(folder, `${folder}-moved`);
    symlinkSync(`${folder}-moved`, folder);
    await exportIn(folder, revisionOf(3));
    expect(shownIn(`${folder}-moved`)).toBe("revision 3");
    chmodSync(folder, 0o711);
    await exportIn(folder, revisionOf(4));
    expect((lstatSync(`${folder}-moved`).mode & 0o777).toString(8)).toBe("711");
  });
});

describe("the time of a revision's files", () => {
  const kept = (number: number, modified: number) => {
    const { sum } = { sum: "00000000" };
    return { revision: number, sum, modified };
  };

  it("is the revision's own, to the second", () => {
    expect(modifiedOf(revisionOf(1, {}, "2026-01-01T12:00:00.999Z"), [])).toBe(
      seconds("2026-01-01T12:00:00Z"),
    );
  });

  it("is never that of another one, whichever was first", () => {
    const noon = seconds("2026-01-01T12:00:00Z");
    const revision = revisionOf(5, {}, "2026-01-01T12:00:00.500Z");
    expect(modifiedOf(revision, [kept(4, noon)])).toBe(noon + 1);
    expect(modifiedOf(revision, [kept(9, noon), kept(8, noon + 1)])).toBe(noon + 2);
  });

  it("is after that of a lower number, even if the clock went back", () => {
    const later = seconds("2026-01-01T13:00:00Z");
    expect(modifiedOf(revisionOf(5, {}, "2026-01-01T12:00:00Z"), [kept(4, later)])).toBe(later + 1);
  });

  it("stays in another phase", async () => {
    const folder = temporaryFolder();
    const revision = revisionOf(2, { expectedReturn: at(60) });
    for (const minute of [0, 59, 61]) await exportIn(folder, revision, { now: () => new Date(at(minute)) });
    const all = await readExports(folder);
    expect(all.map(({ phase }) => phase)).toEqual(["overdue hours", "upcoming hours", "upcoming hours"]);
    expect(new Set(all.map(({ modified }) => modified))).toEqual(new Set([seconds(at(2))]));
  });
});
