import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBrand } from "../../data/brand.ts";
import { languageTags } from "../../schema/languages/tags.ts";
import { localeOf } from "../../web/render.tsx";
import { acme, brandFolder, informal, logo } from "../support/brand.ts";
import { temporaryFolder } from "../support/folder.ts";

const brandOf = (...given: Parameters<typeof brandFolder>) => readBrand(brandFolder(...given));

describe("A brand folder", () => {
  it("is read with its document and pictures", async () => {
    const read = await brandOf(acme, { "logo.svg": logo, "logo-dark.svg": logo, "favicon.svg": logo });
    const image = { width: 120, height: 40, url: `data:image/svg+xml,${encodeURIComponent(logo)}` };
    const images = { logo: image, "logo-dark": image, favicon: image };
    expect(read).toEqual({ brand: { document: acme, images } });
  });

  it("needs only a name, which is normalized to NFC", async () => {
    const brand = { document: { name: "Café" }, images: {} };
    expect(await brandOf({ name: "Cafe\u0301" })).toEqual({ brand });
  });

  it("may replace each fixed sentence of the page with up to 200 characters", async () => {
    const { title: _, message: __, ...fixed } = localeOf("en").strings;
    expect(Object.keys(informal)).toEqual([...Object.keys(fixed), "unsaved", "unsure"]);
    const texts = { de: informal, en: { updated: `{time}${"😀".repeat(194)}`, thanks: "😀".repeat(200) } };
    expect(await brandOf({ name: "Acme", texts })).toHaveProperty("brand.document.texts", texts);
  });

  it.each<[unknown, string[]]>([
    [[], ["It is a list, and must be a JSON object"]],
    [{ name: "" }, ['name is ""']],
    [{ name: "a\nb" }, ['name is "a\\nb"']],
    [{ name: "a".repeat(61) }, ["name has 61 characters"]],
    [{ name: 7 }, ["name is 7"]],
    [
      { nmae: "Acme", links: [{ kind: "status", url: "https://a.example", lable: "x" }] },
      [
        "name is missing",
        "nmae is not known here (did you mean name?)",
        "links[0].lable is not known here (did you mean label?)",
      ],
    ],
    [{ name: "Acme", showName: "no" }, ['showName is "no": give it true']],
    [{ name: "Acme", showName: false }, ["showName is false and there is no logo"]],
    [
      { name: "Acme", accent: "green", links: [{ kind: "blog", url: "sms:+4930901820", title: "x" }] },
      [
        'accent is "green": give it a colour',
        "links[0].title is not known here: remove it",
        'links[0].kind is "blog": give it one of status, imprint, privacy, social.',
        'links[0].url is "sms:+4930901820": give it an https, http, mailto or tel URL',
      ],
    ],
    [
      { name: "Acme", texts: { "de-AT": {}, xx: {}, fr: "Merci" } },
      [
        "texts.de-AT is not one of the page's languages: write de if",
        `texts.xx is not one of the page's languages: write one of ${languageTags.join(", ")}.`,
        'texts.fr is "Merci": give it an object',
      ],
    ],
    [
      {
        name: "Acme",
        texts: {
          de: { needhelp: "?", thanks: "Danke\nsehr", overdue: " ", backTitle: "a".repeat(201), opening: 1 },
          en: { title: "Away", updated: "Updated", changed: "{time}:" },
          fr: { updated: "{time} {time}" },
          it: { updated: "{time} {ora}" },
        },
      },
      [
        "texts.de.needhelp is not known here (did you mean needHelp?)",
        'texts.de.thanks is "Danke\\nsehr": give it one line of 1 to 200 characters without { and }.',
        'texts.de.overdue is " "',
        "texts.de.backTitle has 201 characters",
        "texts.de.opening is 1",
        `texts.en.title is not known here: remove it; the names are ${Object.keys(informal).join(", ")}.`,
        'texts.en.updated is "Updated": give it one line of 1 to 200 characters with {time} in it once',
        'texts.en.changed is "{time}:"',
        'texts.fr.updated is "{time} {time}"',
        'texts.it.updated is "{time} {ora}"',
      ],
    ],
  ])("is refused with each fault of its document: %j", async (document, faults) => {
    const found = await brandOf(document);
    const starts = ("faults" in found ? found.faults : []).map((said) =>
      faults.find((fault) => said.startsWith(`brand.json: ${fault}`)),
    );
    expect(starts.sort()).toEqual(faults.sort());
  });

  it.each([
    ["home", "https://a.example/x", true],
    ["home", "http://a.example", false],
    ["home", "https://", false],
    ["home", "https://a.example/\u0000", false],
    ["home", 'https://a.example/"onclick="x', false],
    ["home", "https://user@a.example", false],
    ["link", "http://a.example:81", true],
    ["link", "mailto:a.b+c@d.example", true],
    ["link", "tel:+49-30-901820", true],
    ["link", "javascript:alert(1)", false],
    ["link", "//a.example", false],
    ["link", "mailto:a@b.example?bcc=c@d.example", false],
    ["link", 'mailto:"a"@b.example', false],
    ["link", "tel:", false],
    ["link", "tel:javascript:alert(1)", false],
  ])("decides whether a %s may be %j: %s", async (place, url, isAllowed) => {
    const given = place === "home" ? { home: url } : { links: [{ kind: "status", url }] };
    const found = await brandOf({ name: "Acme", ...given });
    if (isAllowed) expect(found).toHaveProperty("brand.document", { name: "Acme", ...given });
    else expect(found).toHaveProperty("faults.length", 1);
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
    const lacking = "There is a logo-dark but no logo: add logo.svg or logo.png, which a light page needs.";
    expect(await brandOf(acme, { "logo-dark.svg": logo })).toEqual({ faults: [lacking] });
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
    const faults = ["logo.png is not a PNG: save it as one."];
    expect(await brandOf(alone, { "logo.png": "x" })).toEqual({ faults });
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
