import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBrand } from "../../data/brand.ts";
import { languageTags } from "../../schema/languages/tags.ts";
import { localeOf } from "../../web/render.tsx";
import { acme, brandFolder, informal, logo } from "../support/brand.ts";
import { temporaryFolder } from "../support/folder.ts";

const brandOf = (...given: Parameters<typeof brandFolder>) => readBrand(brandFolder(...given));

const oneLine = "give it one line of 1 to 60 characters.";
const correctIt = "correct the name, or remove it.";

describe("A brand folder", () => {
  it("is read with its document and pictures", async () => {
    const read = await brandOf(acme, { "logo.svg": logo, "logo-dark.svg": logo, "favicon.svg": logo });
    expect(read).toEqual({
      brand: {
        document: acme,
        images: Object.fromEntries(
          ["logo", "logo-dark", "favicon"].map((name) => [
            name,
            { width: 120, height: 40, url: `data:image/svg+xml,${encodeURIComponent(logo)}` },
          ]),
        ),
      },
    });
  });

  it("needs only a name, which is normalized to NFC", async () => {
    expect(await brandOf({ name: "Cafe\u0301" })).toEqual({
      brand: { document: { name: "Café" }, images: {} },
    });
  });

  it("may replace each fixed sentence of the page with up to 200 characters", async () => {
    const { title: _, message: __, ...fixed } = localeOf("en").strings;
    expect(Object.keys(informal)).toEqual([...Object.keys(fixed), "unsaved", "unsure"]);
    const texts = { de: informal, en: { updated: `{time}${"😀".repeat(194)}`, thanks: "😀".repeat(200) } };
    expect(await brandOf({ name: "Acme", texts })).toHaveProperty("brand.document.texts", texts);
  });

  it.each<[unknown, string[]]>([
    [{}, [`name is missing: ${oneLine}`]],
    [[], ['It is a list, and must be a JSON object: begin with {"name": "…"}.']],
    [{ name: "" }, [`name is "": ${oneLine}`]],
    [{ name: "a\nb" }, [`name is "a\\nb": ${oneLine}`]],
    [{ name: "a".repeat(61) }, [`name has 61 characters: ${oneLine}`]],
    [{ name: 7 }, [`name is 7: ${oneLine}`]],
    [
      { name: "Acme", colour: "#fff" },
      [
        "colour is not known here: remove it; the names are name, showName, home, accent, footer, links, texts.",
      ],
    ],
    [
      { name: "Acme", acent: "#fff000", showname: false },
      [
        `acent is not known here (did you mean accent?): ${correctIt}`,
        `showname is not known here (did you mean showName?): ${correctIt}`,
      ],
    ],
    [
      { nmae: "Acme", links: [{ kind: "status", url: "https://a.example", lable: "x" }] },
      [
        `name is missing: ${oneLine}`,
        `nmae is not known here (did you mean name?): ${correctIt}`,
        `links[0].lable is not known here (did you mean label?): ${correctIt}`,
      ],
    ],
    [
      { name: "Acme", showName: "no" },
      ['showName is "no": give it true, or false where the logo has the name in it, or leave it out.'],
    ],
    [
      { name: "Acme", showName: false },
      ["showName is false and there is no logo: add logo.svg or logo.png, or remove showName."],
    ],
    [
      { name: "Acme", home: "http://acme.example" },
      [
        'home is "http://acme.example": give it an https URL of at most 500 characters, such as https://example.com.',
      ],
    ],
    [
      { name: "Acme", accent: "green", links: [{ kind: "blog", url: "sms:+4930901820", title: "x" }] },
      [
        'accent is "green": give it a colour as "#" and six hexadecimal digits, such as #0b6e4f.',
        "links[0].title is not known here: remove it; the names are kind, url, label.",
        'links[0].kind is "blog": give it one of status, imprint, privacy, social.',
        'links[0].url is "sms:+4930901820": give it an https, http, mailto or tel URL of at most 500 characters, such as https://example.com or tel:+4930901820.',
      ],
    ],
    [
      { name: "", links: [{ kind: "status", url: "tel:+49 30" }] },
      [
        `name is "": ${oneLine}`,
        'links[0].url is "tel:+49 30": give it an https, http, mailto or tel URL of at most 500 characters, such as https://example.com or tel:+4930901820.',
      ],
    ],
    [
      { name: "Acme", texts: { "de-AT": {}, xx: {}, fr: "Merci" } },
      [
        "texts.de-AT is not one of the page's languages: write de if you mean that, or remove it.",
        `texts.xx is not one of the page's languages: write one of ${languageTags.join(", ")}.`,
        'texts.fr is "Merci": give it an object with sentences of the page, such as {"needHelp": "Need a hand?"}, or leave it out.',
      ],
    ],
    [
      {
        name: "Acme",
        texts: {
          de: {
            needhelp: "Hilfe?",
            thanks: "Danke\nsehr",
            overdue: " ",
            backTitle: "a".repeat(201),
            opening: 1,
          },
          en: { title: "Away", updated: "Updated", changed: "{time}:" },
          fr: { updated: "{time} {time}" },
          it: { updated: "{time} {ora}" },
        },
      },
      [
        `texts.de.needhelp is not known here (did you mean needHelp?): ${correctIt}`,
        'texts.de.thanks is "Danke\\nsehr": give it one line of 1 to 200 characters without { and }.',
        'texts.de.overdue is " ": give it one line of 1 to 200 characters without { and }.',
        "texts.de.backTitle has 201 characters: give it one line of 1 to 200 characters without { and }.",
        "texts.de.opening is 1: give it one line of 1 to 200 characters without { and }, or leave it out.",
        `texts.en.title is not known here: remove it; the names are ${Object.keys(informal).join(", ")}.`,
        ...[
          ['texts.en.updated is "Updated"', " with {time} in it once, and no other { and }"],
          ['texts.en.changed is "{time}:"', " without { and }"],
          ['texts.fr.updated is "{time} {time}"', " with {time} in it once, and no other { and }"],
          ['texts.it.updated is "{time} {ora}"', " with {time} in it once, and no other { and }"],
        ].map(([fault, rule]) => `${fault}: give it one line of 1 to 200 characters${rule}.`),
      ],
    ],
  ])("is refused for each of its faults: %j", async (document, faults) => {
    const said = faults.map((fault) => `brand.json: ${fault}`);
    expect(await brandOf(document)).toEqual({ faults: expect.arrayContaining(said) });
    expect(await brandOf(document)).toHaveProperty("faults.length", faults.length);
  });

  it.each([
    [
      "javascript:alert(1)",
      "http://a.example",
      "//a.example",
      "https://",
      "https:///x",
      "https://a.example/\u0000",
    ],
    [
      'https://a.example/"onclick="x',
      "https://a.example/<b>",
      "https://user@a.example",
      "https://a.example/ x",
      "data:,x",
    ],
  ])("refuses a home that is not a plain https URL: %s", async (...urls) => {
    for (const home of urls)
      expect(await brandOf({ name: "Acme", home }), home).toHaveProperty("faults.length", 1);
  });

  it("accepts only http, https, mailto and tel links", async () => {
    const of = (url: string) => brandOf({ name: "Acme", links: [{ kind: "status", url }] });
    for (const url of [
      "https://a.example/x",
      "http://a.example:81",
      "mailto:a.b+c@d.example",
      "tel:+49-30-901820",
    ])
      expect(await of(url)).toHaveProperty("brand.document.links.0.url", url);
    for (const url of [
      "javascript:alert(1)",
      "//a.example",
      "http://user@a.example",
      "http://a.example/ x",
      "mailto:a@b.example?bcc=c@d.example",
      'mailto:"a"@b.example',
      "tel:",
      "tel:+49 30",
      "tel:javascript:alert(1)",
      "data:,x",
    ])
      expect(await of(url), url).toHaveProperty("faults.length", 1);
  });

  it("is refused with every fault of its files at once", async () => {
    const files = { "brand.json": "{", "logo.svg": logo, "logo.png": "x", "favicon.png": "GIF89a" };
    expect(await brandOf(acme, files)).toEqual({
      faults: [
        expect.stringMatching(/^brand\.json: .*line 1/),
        "logo.png is not a PNG: save it as one.",
        "There are logo.svg and logo.png: keep one of them.",
        "favicon.png is not a PNG: save it as one.",
      ],
    });
    expect(await brandOf(acme, { "logo-dark.svg": logo })).toEqual({
      faults: ["There is a logo-dark but no logo: add logo.svg or logo.png, which a light page needs."],
    });
    const large = logo.replace("</svg>", `<desc>${"x".repeat(16 * 1024)}</desc></svg>`);
    expect(await brandOf(acme, { "logo.svg": large, "favicon.svg": large })).toEqual({
      faults: [
        `logo.svg has ${large.length} bytes, and at most 16384 are allowed: make it smaller.`,
        `favicon.svg has ${large.length} bytes, and at most 4096 are allowed: make it smaller.`,
      ],
    });
  });

  it("may show only a logo, and a faulty logo is not also called missing", async () => {
    const alone = { name: "Acme", showName: false };
    expect(await brandOf(alone, { "logo.svg": logo })).toHaveProperty("brand.document", alone);
    expect(await brandOf(alone, { "logo.png": "x" })).toEqual({
      faults: ["logo.png is not a PNG: save it as one."],
    });
  });

  it("is called missing without its folder or its brand.json", async () => {
    const folder = temporaryFolder();
    const missing = `There is no brand.json in ${folder}: write one with at least a name.`;
    expect(await readBrand(folder)).toEqual({ faults: [missing] });
    rmSync(folder, { recursive: true });
    expect(await readBrand(folder)).toEqual({ faults: [missing] });
    writeFileSync(folder, "");
    expect(await readBrand(folder)).toEqual({ faults: [missing] });
  });

  it("may contain symbolic links, but no directory in the place of a file", async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(elsewhere, "real.json"), '{"name":"Acme"}');
    symlinkSync(join(elsewhere, "real.json"), join(folder, "brand.json"));
    expect(await readBrand(folder)).toHaveProperty("brand.document.name", "Acme");
    mkdirSync(join(folder, "logo.svg"));
    expect(await readBrand(folder)).toEqual({ faults: ["logo.svg is not a file: replace it with one."] });
  });
});
