import { describe, expect, it } from "vitest";
import { brandSchema } from "../../schema/brand/brand.ts";
import { acme, brandFolder, informal, logo } from "../support/brand.ts";
import { notice } from "../support/command/command.ts";

const check = (...args: string[]) => notice({ DATABASE: "/nowhere/notice.db" }, ["brand", "check", ...args]);

describe("notice brand check", () => {
  it("says what will be, with the contrast of the accent before and after", async () => {
    const links = [
      ...(acme.links ?? []).slice(0, 1),
      { kind: "imprint", url: "https://a.example", label: "Legal" },
    ];
    const folder = brandFolder({ ...acme, links }, { "logo.svg": logo, "favicon.svg": logo });
    const { code, stdout, stderr } = await check(folder);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "name: Acme, which links to https://acme.example/",
      "tab: Under Maintenance – Acme",
      "logo: 120 × 40, shown at 120 × 40 pixels",
      "favicon: 120 × 40",
      expect.stringMatching(
        /^accent for text and links, on a light page: #0b6e4f \(contrast 5\.\d\d:1\) is darkened to #[0-9a-f]{6} \(7\.\d\d:1\) so that it can be read$/,
      ),
      expect.stringMatching(
        /^accent for text and links, on a dark page: #0b6e4f \(contrast 2\.\d\d:1\) is lightened to #[0-9a-f]{6} \(7\.\d\d:1\) so that it can be read$/,
      ),
      expect.stringMatching(
        /^accent for the sun, on a light page: #0b6e4f \(contrast 5\.\d\d:1\) is used as it is$/,
      ),
      expect.stringMatching(
        /^accent for the sun, on a dark page: #0b6e4f \(contrast 2\.\d\d:1\) is lightened to #[0-9a-f]{6} \(3\.\d\d:1\) so that it can be seen$/,
      ),
      "footer: Acme Ltd, Registered in England",
      "link: the page's own word for status, to https://status.acme.example",
      "link: Legal, to https://a.example",
    ]);
  });

  it("says that a name is shown by the logo alone", async () => {
    const folder = brandFolder({ name: "Acme", showName: false }, { "logo.svg": logo });
    expect((await check(folder)).stdout).toMatch(/^name: Acme, which the logo alone shows\ntab: .* – Acme\n/);
  });

  it("says all that the page will say in a language of which it has sentences, and which are the page's own", async () => {
    const { needHelp, updated } = informal;
    const folder = brandFolder({ name: "Acme", texts: { de: { needHelp, updated } } });
    const lines = (await check(folder)).stdout.split("\n").filter((line) => line.startsWith("text in "));
    expect(lines).toHaveLength(Object.keys(informal).length);
    expect(lines).toEqual(
      expect.arrayContaining([
        `text in de, needHelp: ${needHelp}`,
        `text in de, updated: ${updated}`,
        "text in de, thanks: Vielen Dank für Ihre Geduld. (the page's own)",
        expect.stringMatching(/^text in de, unsaved: Was Sie .* \(the page's own\)$/),
      ]),
    );
    const { texts } = JSON.parse((await check(folder, "--json")).stdout);
    expect(Object.keys(texts)).toEqual(["de"]);
    expect(texts.de).toMatchObject({ needHelp, updated, thanks: "Vielen Dank für Ihre Geduld." });
  });

  it("says it for programs", async () => {
    const moved = {
      color: expect.stringMatching(/^#/),
      before: expect.any(Number),
      after: expect.any(Number),
    };
    const { code, stdout } = await check(brandFolder(acme, { "logo.svg": logo }), "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      valid: true,
      brand: acme,
      images: [{ picture: "logo", width: 120, height: 40, shown: { width: 120, height: 40 } }],
      accent: { light: moved, dark: moved },
      sun: { light: moved, dark: moved },
    });
    expect(JSON.parse((await check(brandFolder({ name: "Acme" }), "--json")).stdout)).toEqual({
      valid: true,
      brand: { name: "Acme" },
      images: [],
    });
  });

  it("says everything that is wrong at once, and ends with 2", async () => {
    const folder = brandFolder({ accent: "red" }, { "logo.svg": "<svg/>", "favicon.png": "GIF" });
    const faults = [
      "brand.json: name is missing: give it one line of 1 to 60 characters.",
      'brand.json: accent is "red": give it a colour as "#" and six hexadecimal digits, such as #0b6e4f.',
      'logo.svg does not begin with <svg xmlns="http://www.w3.org/2000/svg">: save it as SVG.',
      "favicon.png is not a PNG: save it as one.",
    ];
    const stderr = `The brand in ${folder} cannot be used (4 faults): the lines above say what to correct.\n`;
    expect(await check(folder)).toEqual({ code: 2, stdout: `${faults.join("\n")}\n`, stderr });
    const json = await check(folder, "--json");
    expect([json.code, json.stderr, JSON.parse(json.stdout)]).toEqual([2, stderr, { valid: false, faults }]);
  });

  it("is refused without a folder", async () => {
    expect(await check()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Missing required argument"),
    });
    expect(await check("/nowhere")).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("no brand.json"),
    });
  });
});

it("notice schema --brand prints the schema of a brand", async () => {
  const { code, stdout } = await notice({}, ["schema", "--brand"]);
  expect([code, JSON.parse(stdout)]).toEqual([0, brandSchema]);
});

it.each(["bank", "shop", "office"])("the example of a brand in docs/brand is one: %s", async (name) => {
  const { code, stdout, stderr } = await check(`docs/brand/${name}`, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  const { images } = JSON.parse(stdout);
  expect(images.map(({ picture }: { picture: string }) => picture)).toEqual(["logo", "logo-dark", "favicon"]);
});
