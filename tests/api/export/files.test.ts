import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBuild } from "../../../api/assets/build.ts";
import { createFiles } from "../../../api/export/files/files.ts";
import { haproxyFiles } from "../../../api/export/files/haproxy-files.ts";
import { createScriptlessFiles } from "../../../api/export/files/scriptless-files.ts";
import { createScriptlessTexts } from "../../../api/export/files/scriptless-texts.ts";
import { hashSource } from "../../../api/http/policy-sources.ts";
import { readBrand } from "../../../data/brand/read-brand.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { makePageBrand } from "../../../web/brand.ts";
import { locales, type PageBrand, type Phase } from "../../../web/render.tsx";
import { acme, brandFolder } from "../../support/brand.ts";
import { newFolder, temporaryFolder } from "../../support/folder.ts";
import { createTestApp } from "../../support/service/app.ts";
import { at, revisionOf, seconds } from "./revisions.ts";

const build = readBuild("dist/web");
const live = { pollSeconds: 10, returnSpreadSeconds: 5 };
const failed = (error: unknown) => {
  throw error;
};

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
    const makeFiles = createFiles({ template: build.template, live, retryAfter: 120, failed });
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
        locales.flatMap(({ tag }) => [`haproxy/${tag}.html.2.http`, `haproxy/${tag}.html.3.http`]),
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
      [...haproxyFiles(makeText, revisionOf(1, notice), "unknown", 120)].map(({ path, body }) => [
        path,
        body,
      ]),
    );
  const replyAt = (files: Map<string, Buffer>, path: string) =>
    replyOf(files.get(path) ?? expect.fail(`There is no ${path}.`));
  const pageOf = (files: Map<string, Buffer>) =>
    gunzipSync(replyAt(files, "haproxy/te.html.http").body).toString();

  it("is whole replies, each with the length of its body and the headers of every visitor", () => {
    const injected = "a\r\nInjected: 1\r\n\r\nb";
    const files = filesOf({ title: injected, message: injected, contactEmail: injected, language: injected });
    const html = "text/html; charset=utf-8";
    const types = {
      "html.http": [html, 120],
      "html.2.http": [html, 126],
      "html.3.http": [html, 132],
      "json.http": ["application/problem+json", 120],
      "xml.http": ["application/problem+xml", 120],
      "txt.http": ["text/plain; charset=utf-8", 120],
    } as const;
    for (const { tag } of locales)
      for (const [suffix, [type, retryAfter]] of Object.entries(types)) {
        const { start, headers, body } = replyAt(files, `haproxy/${tag}.${suffix}`);
        expect(start).toBe("HTTP/1.1 503 Service Unavailable");
        expect(headers).toEqual([
          `Content-Type: ${type}`,
          `Content-Language: ${tag}`,
          ...(type === html ? ["Content-Encoding: gzip"] : []),
          "Content-Security-Policy: frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
          "Cache-Control: no-store",
          "Vary: Accept, Accept-Encoding, Accept-Language, Origin",
          "X-Robots-Tag: noindex",
          "X-Content-Type-Options: nosniff",
          "Referrer-Policy: no-referrer",
          "Maintenance-Notice: export",
          "Access-Control-Allow-Origin: *",
          "Access-Control-Expose-Headers: Content-Language, ETag, Retry-After, Maintenance-Notice",
          `Retry-After: ${retryAfter}`,
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

  it("is the default notice where a title, from before there was a limit, is still too large", () => {
    const title = Array.from({ length: 8000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    );
    const files = filesOf({ title: title.join("") });
    for (const [path, { length }] of files) expect([path, length <= 14_336]).toEqual([path, true]);
    expect(JSON.parse(String(replyAt(files, "haproxy/notice.http").body))).toEqual(defaults);
    expect(String(replyAt(files, "haproxy/de.txt.http").body)).toMatch(/^Wartungsarbeiten\n/);
    expect(pageOf(files)).toMatch(/<h1 lang="te" dir="auto">[^<]{10,40}<\/h1>/);
  });

  it("has a body of 12 KB, but none that is larger", () => {
    const largest = 12 * 1024;
    const bodyOf = (bytes: number): number => {
      const makeSized: typeof makeText = ({ notice }) =>
        Buffer.alloc(notice.message === undefined ? 1 : bytes);
      const made = [...haproxyFiles(makeSized, revisionOf(1, { message: "Moving" }), "unknown", 120)];
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
        120,
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
