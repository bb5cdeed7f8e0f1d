import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../../api/http/assets.ts";
import { compressHard } from "../../../api/http/compress.ts";
import { createPages } from "../../../api/visitor/pages.ts";
import { readBrand } from "../../../data/brand.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { linkWords, makePageBrand, moveAccent } from "../../../web/brand.tsx";
import { locales } from "../../../web/render.tsx";
import { acme, brandFolder, informal, logo } from "../../support/brand.ts";
import { cells } from "../../support/cells.ts";
import { forPage } from "../../support/network/http.ts";
import { createTestApp, sharedApp } from "../../support/service/app.ts";

const { template } = readBuild("dist/web");

/** The pages of a service with the brand in a folder. */
async function pagesOf(folder: string, isBroken = false) {
  const read = await readBrand(folder);
  if ("faults" in read) throw new Error(read.faults.join(" "));
  const render = () => {
    throw new Error("broken");
  };
  return createPages({
    template,
    live: { pollSeconds: 10, returnSpreadSeconds: 5 },
    brand: makePageBrand(read.brand),
    failed: (error) => {
      if (!isBroken) throw error;
    },
    ...(isBroken && { render }),
  });
}

/** Asks a service with a brand. */
async function askWith(
  document: object,
  files: Record<string, string> = {},
  isBroken = false,
  notice: Partial<Notice> = {},
) {
  const pages = await pagesOf(brandFolder(document, files), isBroken);
  const { ask } = await createTestApp(notice, { pages });
  return (
    accept: string,
    language = "en",
    more: { method?: string; headers?: Record<string, string> } = {},
  ) => ask({ url: "/", ...more, headers: { accept, "accept-language": language, ...more.headers } });
}

describe("A brand", () => {
  it("is above and below the notice, and in the title", async () => {
    const get = await askWith(acme);
    const { body } = await get("text/html");
    expect(body).toContain(">Under Maintenance – Acme</title>");
    expect(body).toContain(
      '<header class="brand"><a href="https://acme.example/"><span lang="" dir="auto">Acme</span></a></header><div id="page">',
    );
    const [, after = ""] = body.split("</footer></div>");
    expect(after).toMatch(
      /^<section class="brand-foot" aria-label="Acme"><p lang="" dir="auto">Acme Ltd, Registered in England<\/p><ul>/,
    );
    expect(after.match(/<a [^>]*>[^<]*/g)).toEqual([
      '<a href="https://status.acme.example">Service status',
      '<a href="https://acme.example/legal?lang=en#top">Legal notice',
      '<a href="https://acme.example/privacy">Privacy',
      '<a href="https://social.example/@acme">Follow us',
    ]);
    expect(body).toContain('<p class="thanks">Thank you for your patience.</p>');
    const [, data = ""] = /id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
    expect(JSON.parse(data)).toMatchObject({ titleSuffix: " – Acme" });
    expect(data.match(/Acme/g)).toHaveLength(1);
    expect(data).not.toContain("Legal notice");
  });

  it("adds only the hash of its styles to the policy", async () => {
    const plain = await (await createTestApp()).ask({ url: "/", headers: forPage });
    const { body, headers } = await (await askWith(acme, { "logo.svg": logo }))("text/html");
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
    expect(styles).toHaveLength(2);
    const [own, brand] = styles.map(
      (style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    );
    expect(headers["content-security-policy"]).toBe(
      String(plain.headers["content-security-policy"]).replace(String(own), `${own} ${brand}`),
    );
    expect(body).not.toMatch(/ style=| on[a-z]+=/);
    const [light, dark] = (["light", "dark"] as const).map((scheme) => ({
      link: moveAccent("#0b6e4f", "text", scheme).color,
      sun: moveAccent("#0b6e4f", "sun", scheme).color,
    }));
    expect(styles[1]).toContain(
      `:root{--link:${light?.link};--sun:${light?.sun}}` +
        `@media screen and (prefers-color-scheme:dark){:root{--link:${dark?.link};--sun:${dark?.sun}}}`,
    );
    expect(light?.sun).toBe("#0b6e4f");
    expect(plain.body).not.toContain("brand");
  });

  it("shows its logos with their size, its name beside them, and its icon", async () => {
    const dark = logo.replace("#0b6e4f", "#fff").replace("120 40", "400 40");
    const get = await askWith(acme, { "logo.svg": logo, "logo-dark.svg": dark, "favicon.svg": logo });
    const { body } = await get("text/html");
    const url = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
    expect(body).toContain(
      `<picture><source media="screen and (prefers-color-scheme: dark)" srcSet="${url(dark)}" width="200" height="20"/>` +
        `<img src="${url(logo)}" alt="Acme" lang="" width="120" height="40"/></picture>` +
        '<span lang="" dir="auto" aria-hidden="true">Acme</span></a></header>',
    );
    expect(body.match(/rel="icon"/g)).toHaveLength(1);
    expect(body).toContain(`<link rel="icon" href="${url(logo)}"/>`);
  });

  it("has its pictures only as the data of an <img> or the icon", async () => {
    const files = Object.fromEntries(
      ["logo", "logo-dark", "favicon"].map((name) => [
        `${name}.svg`,
        logo.replace("</svg>", `<script>${name}()</script></svg>`),
      ]),
    );
    const url = 'data:image/svg\\+xml,[^"<>\\s]*';
    const picture = RegExp(`<(?:img src|source media="[^"]*" srcSet|link rel="icon" href)="${url}"`, "g");
    for (const isBroken of [false, true]) {
      const get = await askWith(acme, files, isBroken);
      expect((await get("text/html")).body.match(picture)?.length).toBe(isBroken ? undefined : 3);
      for (const type of ["text/html", "application/json", "application/xml", "text/plain"]) {
        const { body } = await get(type);
        expect(body.replace(picture, "")).not.toMatch(/data:image|script(?:%3E|>)(?:logo|favicon)/);
      }
    }
  });

  it("may show only its wordmark: its name is still told to screen readers and programs", async () => {
    const get = await askWith({ ...acme, showName: false }, { "logo.svg": logo });
    const { body } = await get("text/html");
    expect(body).toMatch(
      /<header class="brand"><a href="https:\/\/acme.example\/"><picture><img [^>]*alt="Acme"[^>]*><\/picture><\/a><\/header>/,
    );
    expect(body).toContain(">Under Maintenance – Acme</title>");
    expect((await get("application/json")).json()).toMatchObject({ organization: "Acme" });
  });

  it("is the organization of the problem detail, and the first line of the text", async () => {
    const get = await askWith({ name: "Acme & <Sons>" });
    expect((await get("application/json")).json()).toMatchObject({ organization: "Acme & <Sons>" });
    expect((await get("application/xml")).body).toContain(
      "<organization>Acme &amp; &lt;Sons&gt;</organization>",
    );
    expect((await get("text/plain")).body).toMatch(/^Acme & <Sons>\n\nUnder Maintenance\n\n/);
    const plain = await createTestApp();
    const { body } = await plain.ask({ url: "/", headers: { accept: "application/json" } });
    expect(body).not.toContain("organization");
  });

  it("has its name on the bare page", async () => {
    const { body } = await (await askWith({ name: "Acme & <Sons>" }, {}, true))("text/html");
    expect(body).toContain(">Under Maintenance – Acme &amp; &lt;Sons></title>");
    expect(body).toContain('<p lang="" dir="auto">Acme &amp; &lt;Sons></p><h1 ');
  });

  it("is escaped everywhere, and fills no placeholder of the template", async () => {
    const text = "</style></script><script>alert(1)</script>{{data}} $& $` {{page}}";
    const name = text.slice(0, 60);
    const links = [{ kind: "status", url: "https://a.example/?$&", label: "<b>{{title}}</b>" }];
    const { body } = await (await askWith({ name, footer: text, links }))("text/html");
    const plain = await (await createTestApp()).ask({ url: "/", headers: forPage });
    for (const tag of ["<script", "</script", "<style", "</style", "<b>"])
      expect(body.split(tag).length - plain.body.split(tag).length).toBe(tag.includes("style") ? 1 : 0);
    expect(body).toContain('lang="" dir="auto">&lt;b&gt;{{title}}&lt;/b&gt;</a>');
    expect(body).toContain("{{data}} $&amp; $` {{page}}</p>");
  });
});

describe("The texts of a brand", () => {
  const texts = { de: informal };
  const unsure = { method: "POST" };
  const unsaved = { ...unsure, headers: { "backsoon-unsaved": "1" } };
  const types = ["text/html", "application/json", "application/xml", "text/plain"];
  const overdue = { expectedReturn: "2026-01-02T12:00:00Z" };

  it("replace the page's texts in every format and in open pages", async () => {
    const get = await askWith({ name: "Acme", texts }, {}, false, overdue);
    const { body } = await get("text/html", "de-AT");
    const { expectedReturn, needHelp, thanks } = informal;
    for (const [element, text] of Object.entries({ h2: expectedReturn, p: thanks }))
      expect(body).toMatch(RegExp(`<${element} [^>]*>${text}</${element}>`));
    expect(body).toContain(`<p class="help">${needHelp} <a`);
    expect(body).toContain(`<p class="news">${informal.overdue}</p>`);
    const { unsaved: lost, unsure: unknown, ...strings } = informal;
    const data = JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(body)?.[1] ?? "");
    expect(data.view.locale.strings).toMatchObject(strings);
    expect(data.view.locale).not.toHaveProperty("sent");
    for (const text of [lost, unknown]) expect(body).not.toContain(text);

    const paragraphs = (await get("text/plain", "de")).body.trimEnd().split("\n\n");
    expect(paragraphs.slice(3)).toEqual([
      expect.stringMatching(`^${expectedReturn}: `),
      informal.overdue,
      expect.stringMatching(`^${needHelp.replace("?", "\\?")} `),
      thanks,
    ]);
  });

  it("report sent data in every format and on the bare page", async () => {
    for (const isBroken of [false, true]) {
      const get = await askWith({ name: "Acme", texts }, {}, isBroken);
      for (const type of types) expect((await get(type, "de", unsaved)).body).toContain(informal.unsaved);
      for (const type of isBroken ? ["text/html"] : ["text/html", "text/plain"])
        expect((await get(type, "de", unsure)).body).toContain(informal.unsure);
    }
  });

  it("change nothing in another language, and are escaped", async () => {
    const hostile = { en: { needHelp: "</script><b>$& " } };
    const [get, plain, other] = await Promise.all([
      askWith({ name: "Acme", texts }),
      askWith({ name: "Acme" }),
      askWith({ name: "Acme", texts: hostile }),
    ]);
    for (const type of types) {
      const [own, ours] = [await get(type, "en"), await plain(type, "en")];
      expect([own.body, own.headers["content-security-policy"]]).toEqual([
        ours.body,
        ours.headers["content-security-policy"],
      ]);
      expect((await get(type, "en", unsaved)).body).toBe((await plain(type, "en", unsaved)).body);
    }
    const { body } = await other("text/html");
    expect(body.split("</script").length).toBe((await plain("text/html")).body.split("</script").length);
    expect(body).toContain("&lt;/script&gt;&lt;b&gt;$&amp; ");
  });
});

describe("The links of a brand", () => {
  it("have words in every language of the page", () => {
    expect(Object.keys(linkWords).sort()).toEqual(locales.map(({ tag }) => tag).sort());
    for (const words of Object.values(linkWords)) {
      expect(new Set(Object.values(words)).size).toBe(4);
      for (const word of Object.values(words)) expect(word).toBe(word.trim().normalize("NFC"));
    }
  });

  const ask = sharedApp(async (folder) => ({ pages: await pagesOf(brandFolder(acme, {}, folder)) }));
  it.each(
    cells(
      locales.map(({ tag }) => tag),
      (tag) => ["de", "fa", "ja"].includes(tag),
    ),
  )("fit on a page of 5,632 bytes with name and footer: %s", async (tag) => {
    const { body, headers } = await ask({ headers: { accept: "text/html", "accept-language": tag } });
    expect(headers["content-language"]).toBe(tag);
    for (const word of Object.values(linkWords[tag] ?? {})) expect(body).toContain(`>${word}</a>`);
    expect((await compressHard(Buffer.from(body))).length).toBeLessThanOrEqual(5632);
  });
});
