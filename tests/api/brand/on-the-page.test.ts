import { describe, expect, it } from "vitest";
import { compressHard } from "../../../api/http/compress.ts";
import { hashSource } from "../../../api/http/policy-sources.ts";
import { readBrand } from "../../../data/brand.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { linkWords, makePageBrand, moveAccent } from "../../../web/brand.tsx";
import { locales } from "../../../web/render.tsx";
import { acme, brandFolder, informal, logo } from "../../support/brand.ts";
import { cells } from "../../support/cells.ts";
import { type Asked, forPage } from "../../support/network/http.ts";
import { broken, createTestApp, pagesWith, sharedApp } from "../../support/service/app.ts";

const types = ["text/html", "application/json", "application/xml", "text/plain"];
const policy = "content-security-policy";

/** The pages of a service with the brand in a folder. If they are broken, visitors get the bare page. */
async function pagesOf(folder: string, isBroken?: boolean) {
  const read = await readBrand(folder);
  if ("faults" in read) throw new Error(read.faults.join(" "));
  const bare = isBroken && { render: broken, failed: () => {} };
  return pagesWith({ brand: makePageBrand(read.brand), ...bare });
}

async function askWith(
  document: object,
  { files = {} as Record<string, string>, isBroken = false, notice = {} as Partial<Notice> } = {},
) {
  const pages = await pagesOf(brandFolder(document, files), isBroken);
  const { ask } = await createTestApp(notice, { pages });
  return (accept: string, language = "en", { headers = {}, ...more }: Asked = {}) =>
    ask({ ...more, headers: { accept, "accept-language": language, ...headers } });
}

const plainPage = async () => (await createTestApp()).ask({ headers: forPage });
const dataOf = (page: string) => /id="page-data">(.*?)<\/script>/s.exec(page)?.[1] ?? "";

describe("A brand", () => {
  it("is above and below the notice, and in the title", async () => {
    const { body } = await (await askWith(acme))("text/html");
    expect(body).toContain(">Under Maintenance – Acme</title>");
    const home = '<a href="https://acme.example/"><span lang="" dir="auto">Acme</span></a>';
    expect(body).toContain(`<header class="brand">${home}</header><div id="page">`);
    const [, after = ""] = body.split("</footer></div>");
    const footer = '<p lang="" dir="auto">Acme Ltd, Registered in England</p><ul>';
    expect(after).toMatch(RegExp(`^<section class="brand-foot" aria-label="Acme">${footer}`));
    expect(after.match(/<a [^>]*>[^<]*/g)).toEqual([
      '<a href="https://status.acme.example">Service status',
      '<a href="https://acme.example/legal?lang=en#top">Legal notice',
      '<a href="https://acme.example/privacy">Privacy',
      '<a href="https://social.example/@acme">Follow us',
    ]);
    expect(body).toContain('<p class="thanks">Thank you for your patience.</p>');
    const data = dataOf(body);
    expect(JSON.parse(data)).toMatchObject({ titleSuffix: " – Acme" });
    expect(data.match(/Acme|Legal notice/g)).toHaveLength(1);
  });

  it("adds only the hash of its styles to the policy", async () => {
    const plain = await plainPage();
    const { body, headers } = await (await askWith(acme, { files: { "logo.svg": logo } }))("text/html");
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
    const [own = "", brand] = styles.map(hashSource);
    expect(headers[policy]).toBe(String(plain.headers[policy]).replace(own, `${own} ${brand}`));
    expect(body).not.toMatch(/ style=| on[a-z]+=/);
    const [light, dark] = (["light", "dark"] as const).map((scheme) => {
      const [link, sun] = (["text", "sun"] as const).map((use) => moveAccent("#0b6e4f", use, scheme).color);
      return `:root{--link:${link};--sun:${sun}}`;
    });
    expect(styles.length).toBe(2);
    expect(styles[1]).toContain(`${light}@media screen and (prefers-color-scheme:dark){${dark}}`);
    expect(light).toContain("--sun:#0b6e4f");
    expect(plain.body).not.toContain("brand");
  });

  it("shows its logos with their size, its name beside them, and its icon", async () => {
    const dark = logo.replace("#0b6e4f", "#fff").replace("120 40", "400 40");
    const files = { "logo.svg": logo, "logo-dark.svg": dark, "favicon.svg": logo };
    const { body } = await (await askWith(acme, { files }))("text/html");
    const url = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
    expect(body).toContain(
      `<picture><source media="screen and (prefers-color-scheme: dark)" srcSet="${url(dark)}" width="200" height="20"/>` +
        `<img src="${url(logo)}" alt="Acme" lang="" width="120" height="40"/></picture>` +
        '<span lang="" dir="auto" aria-hidden="true">Acme</span></a></header>',
    );
    expect(body.match(/rel="icon"/g)).toHaveLength(1);
    expect(body).toContain(`<link rel="icon" href="${url(logo)}"/>`);
  });

  it.each([false, true])("has its pictures only as data; bare page: %j", async (isBroken) => {
    const hostile = (name: string) => logo.replace("</svg>", `<script>${name}()</script></svg>`);
    const names = ["logo", "logo-dark", "favicon"];
    const files = Object.fromEntries(names.map((name) => [`${name}.svg`, hostile(name)]));
    const url = 'data:image/svg\\+xml,[^"<>\\s]*';
    const picture = RegExp(`<(?:img src|source media="[^"]*" srcSet|link rel="icon" href)="${url}"`, "g");
    const get = await askWith(acme, { files, isBroken });
    expect((await get("text/html")).body.match(picture)?.length).toBe(isBroken ? undefined : 3);
    const other = /data:image|script(?:%3E|>)(?:logo|favicon)/;
    for (const type of types) expect((await get(type)).body.replace(picture, "")).not.toMatch(other);
  });

  it("may show only its wordmark: its name is still told to screen readers and programs", async () => {
    const get = await askWith({ ...acme, showName: false }, { files: { "logo.svg": logo } });
    const { body } = await get("text/html");
    const link = '<a href="https://acme.example/"><picture><img [^>]*alt="Acme"[^>]*></picture></a>';
    expect(body).toMatch(RegExp(`<header class="brand">${link}</header>`));
    expect(body).toContain(">Under Maintenance – Acme</title>");
    expect((await get("application/json")).json()).toMatchObject({ organization: "Acme" });
  });

  it("is the organization of the problem detail, the first line of the text, and on the bare page", async () => {
    const get = await askWith({ name: "Acme & <Sons>" });
    expect((await get("application/json")).json()).toMatchObject({ organization: "Acme & <Sons>" });
    const escaped = "Acme &amp; &lt;Sons&gt;";
    expect((await get("application/xml")).body).toContain(`<organization>${escaped}</organization>`);
    expect((await get("text/plain")).body).toMatch(/^Acme & <Sons>\n\nUnder Maintenance\n\n/);
    const { body } = await (await askWith({ name: "Acme & <Sons>" }, { isBroken: true }))("text/html");
    expect(body).toContain(">Under Maintenance – Acme &amp; &lt;Sons></title>");
    expect(body).toContain('<p lang="" dir="auto">Acme &amp; &lt;Sons></p><h1 ');
  });

  it("is escaped everywhere, and fills no placeholder of the template", async () => {
    const text = "</style></script><script>alert(1)</script>{{data}} $& $` {{page}}";
    const links = [{ kind: "status", url: "https://a.example/?$&", label: "<b>{{title}}</b>" }];
    const { body } = await (await askWith({ name: text.slice(0, 60), footer: text, links }))("text/html");
    const plain = await plainPage();
    for (const tag of ["<script", "</script", "<style", "</style", "<b>"])
      expect(body.split(tag).length - plain.body.split(tag).length).toBe(tag.includes("style") ? 1 : 0);
    expect(body).toContain('lang="" dir="auto">&lt;b&gt;{{title}}&lt;/b&gt;</a>');
    expect(body).toContain("{{data}} $&amp; $` {{page}}</p>");
  });
});

describe("The texts of a brand", () => {
  const branded = { name: "Acme", texts: { de: informal } };
  const unsure = { method: "POST" };
  const unsaved = { ...unsure, headers: { "backsoon-unsaved": "1" } };

  it("replace the page's texts in every format and in open pages", async () => {
    const get = await askWith(branded, { notice: { expectedReturn: "2026-01-02T12:00:00Z" } });
    const { body } = await get("text/html", "de-AT");
    const { unsaved: lost, unsure: unknown, ...strings } = informal;
    const { expectedReturn, needHelp, thanks, overdue } = strings;
    for (const [element, text] of Object.entries({ h2: expectedReturn, p: thanks }))
      expect(body).toMatch(RegExp(`<${element} [^>]*>${text}</${element}>`));
    expect(body).toContain(`<p class="help">${needHelp} <a`);
    expect(body).toContain(`<p class="news">${overdue}</p>`);
    const { locale } = JSON.parse(dataOf(body)).view;
    expect(locale.strings).toMatchObject(strings);
    expect(locale).not.toHaveProperty("sent");
    for (const text of [lost, unknown]) expect(body).not.toContain(text);

    const paragraphs = (await get("text/plain", "de")).body.trimEnd().split("\n\n");
    const starting = (text: string) => expect.stringMatching(`^${text.replace("?", "\\?")} `);
    const last = [starting(`${expectedReturn}:`), overdue, starting(needHelp), thanks];
    expect(paragraphs.slice(3)).toEqual(last);
  });

  it.each([false, true])("report sent data in every format; bare page: %j", async (isBroken) => {
    const get = await askWith(branded, { isBroken });
    for (const type of types) expect((await get(type, "de", unsaved)).body).toContain(informal.unsaved);
    for (const type of isBroken ? ["text/html"] : ["text/html", "text/plain"])
      expect((await get(type, "de", unsure)).body).toContain(informal.unsure);
  });

  it("change nothing in another language, and are escaped", async () => {
    const [get, plain] = [await askWith(branded), await askWith({ name: "Acme" })];
    for (const type of types)
      for (const sent of [{}, unsaved]) {
        const [own, ours] = [await get(type, "en", sent), await plain(type, "en", sent)];
        expect([own.body, own.headers[policy]]).toEqual([ours.body, ours.headers[policy]]);
      }
    const hostile = await askWith({ name: "Acme", texts: { en: { needHelp: "</script><b>$& " } } });
    const { body } = await hostile("text/html");
    expect(body.split("</script").length).toBe((await plain("text/html")).body.split("</script").length);
    expect(body).toContain("&lt;/script&gt;&lt;b&gt;$&amp; ");
  });
});

describe("The links of a brand", () => {
  it("have four different words in every language of the page", () => {
    expect(Object.keys(linkWords).sort()).toEqual(locales.map(({ tag }) => tag).sort());
    for (const words of Object.values(linkWords).map((words) => Object.values(words))) {
      expect(new Set(words).size).toBe(4);
      expect(words.map((word) => word.trim().normalize("NFC"))).toEqual(words);
    }
  });

  const ask = sharedApp(async (folder) => ({ pages: await pagesOf(brandFolder(acme, {}, folder)) }));
  const tags = locales.map(({ tag }) => tag);
  const some = cells(tags, (tag) => ["de", "fa", "ja"].includes(tag));
  it.each(some)("fit on a page of 5,632 bytes: %s", async (tag) => {
    const { body, headers } = await ask({ headers: { ...forPage, "accept-language": tag } });
    expect(headers["content-language"]).toBe(tag);
    for (const word of Object.values(linkWords[tag] ?? {})) expect(body).toContain(`>${word}</a>`);
    expect((await compressHard(Buffer.from(body))).length).toBeLessThanOrEqual(5632);
  });
});
