import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { readBuild } from "../../../api/assets/build.ts";
import { createFiles } from "../../../api/export/files/files.ts";
import { createScriptlessFiles } from "../../../api/export/files/scriptless-files.ts";
import { hashSource } from "../../../api/http/policy-sources.ts";
import { readBrand } from "../../../data/brand/read-brand.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Phase } from "../../../schema/notice/phase.ts";
import { makePageBrand } from "../../../web/brand.ts";
import { locales, type PageBrand } from "../../../web/render.tsx";
import { acme, brandFolder, informal } from "../../support/brand.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { createTestApp } from "../../support/service/app.ts";
import { at, revisionOf, seconds } from "./revisions.ts";

const build = readBuild("dist/web");
const live = { pollSeconds: 10, returnSpreadSeconds: 5 };
const failed = (error: unknown) => {
  throw error;
};

describe("the files of a revision", () => {
  const expectedReturn = "2026-01-02T12:00:00Z";
  const files = new Map<string, Buffer>();
  beforeAll(async () => {
    const makeFiles = createFiles({ template: build.template, live, failed });
    const revision = revisionOf(1, { expectedReturn });
    for await (const { path, body } of makeFiles(revision, "overdue months", seconds(at(1))))
      files.set(path, body);
  });
  const fileAt = (path: string) => files.get(path) ?? expect.fail(`There is no ${path}.`);

  it("are the notice in every language and format, and the document, each plain, in brotli and in gzip, and an entity tag", async () => {
    const names = locales.flatMap(({ tag }) =>
      ["html", "json", "xml", "txt"].map((suffix) => `pages/${tag}.${suffix}`),
    );
    const all = [...names, "notice.json"].flatMap((name) => [name, `${name}.br`, `${name}.gz`]);
    const { etag = "" } = (await (await createTestApp({ expectedReturn })).ask({ url: "/api/notice" }))
      .headers;
    all.push(etag.replaceAll('"', ""));
    expect([...files.keys()].sort()).toEqual(all.sort());
    for (const name of [...names, "notice.json"]) {
      expect(brotliDecompressSync(fileAt(`${name}.br`)).equals(fileAt(name))).toBe(true);
      expect(gunzipSync(fileAt(`${name}.gz`)).equals(fileAt(name))).toBe(true);
      if (name.endsWith(".html")) expect(fileAt(`${name}.br`).length).toBeLessThanOrEqual(5300);
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

describe("the files of a revision with a brand's texts", () => {
  it.each([
    ["with a script", createFiles, ["html", "txt"]],
    ["without", createScriptlessFiles, ["html"]],
  ] as const)("say them: %s", async (name, create, suffixes) => {
    const read = await readBrand(
      brandFolder({ name: "Acme", texts: { de: informal } }, {}, temporaryFolder()),
    );
    const brand = "brand" in read ? makePageBrand(read.brand) : expect.fail();
    const pages = new Map<string, string>();
    const makeFiles = create({ template: build.template, live, brand, failed });
    const revision = revisionOf(1, { expectedReturn: "2026-01-02T12:00:00Z" });
    for await (const { path, body } of makeFiles(revision, "overdue week", seconds(at(1))))
      pages.set(path, body.toString());
    const { expectedReturn, needHelp, thanks, overdue, reload } = informal;
    for (const suffix of suffixes)
      for (const text of [expectedReturn, needHelp, thanks, overdue])
        expect(pages.get(`pages/de.${suffix}`)).toContain(text);
    // Without a script, both are one sentence after the other.
    const both = pages.get("pages/de.html")?.includes(`>${overdue} ${reload}</p>`);
    expect(both).toBe(name === "without");
    expect(pages.get("pages/en.html")).toContain("Need help?");
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

  it("keep no room for a script, also with a brand", async () => {
    const read = await readBrand(brandFolder(acme, {}, temporaryFolder()));
    const brand = "brand" in read ? makePageBrand(read.brand) : expect.fail();
    const [plain = ""] = (await pagesIn("unknown")).values();
    const [branded = ""] = (await pagesIn("unknown", {}, brand)).values();
    for (const [page, count] of [[plain, 1] as const, [branded, 2] as const]) {
      const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
      expect(styles).toHaveLength(count);
      for (const style of styles) {
        expect(style).not.toMatch(/scripting/);
        expect(page).toContain(hashSource(style));
      }
    }
  });

  it.each<Phase>(["unknown", "upcoming week", "overdue days"])(
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
