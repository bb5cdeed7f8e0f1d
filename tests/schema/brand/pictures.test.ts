import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readImage } from "../../../schema/brand/image.ts";
import { bombs, hostileSvgs } from "../../support/texts/hostile-svgs.ts";

const svg = (text: string) => readImage("logo.svg", Buffer.from(text));
const png = (bytes: Buffer) => readImage("logo.png", bytes);

/** A chunk of a PNG; nobody here looks at its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

function picture(width: number, height: number, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...more,
    chunk("IDAT", deflateSync(Buffer.alloc(4))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("an SVG", () => {
  it("that only draws is taken, with its size", () => {
    const ns = 'xmlns="http://www.w3.org/2000/svg"';
    expect(svg(`<svg ${ns} viewBox="0 0 120 40"><path d="M0 0h9"/></svg>`)).toMatchObject({
      width: 120,
      height: 40,
    });
    expect(svg(`<svg ${ns} width="60px" height="20.5"/>`)).toMatchObject({ width: 60, height: 20.5 });
    expect(
      svg(
        `<?xml version="1.0" encoding="UTF-8"?><!-- drawn --><svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0,0,24,24" role="img">
        <title>Acme</title><defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient><path id="p" d="M1 1"/></defs>
        <style>.a{fill:#fff}@media (prefers-color-scheme:dark){.a{fill:#000}}</style>
        <g class="a" fill="url(#g)" transform="translate(1 2) rotate(3)" style="stroke:rgb(1,2,3)"><use xlink:href="#p"/></g></svg>`,
      ),
    ).toMatchObject({ width: 24, height: 24, url: expect.stringMatching(/^data:image\/svg\+xml,%3C%3Fxml/) });
  });

  it(`that could do anything else is refused: ${hostileSvgs.length} of them`, () => {
    expect(new Set(hostileSvgs).size).toBeGreaterThanOrEqual(200);
    expect(hostileSvgs.filter((text) => !("faults" in svg(text)))).toEqual([]);
  });

  it.each([
    [
      '<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
      "has a DOCTYPE: save it without one",
    ],
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script/></svg>`,
      "has <script>, which a logo may not have: remove it",
    ],
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="x"/>`,
      "has the handler onload: remove it",
    ],
    [
      `<svg xmlns="http://www.w3.org/2000/svg"/>`,
      "has no size: give it a viewBox, or width and height in pixels",
    ],
    ["<g/>", 'is in no namespace: add xmlns="http://www.w3.org/2000/svg" to its root', "is <g>, not <svg>"],
    [
      `<?x?><svg xmlns="http://www.w3.org/2000/svg"><metadata onload="x"><a/></metadata><metadata/><a/><g onload="x" ping="z"/></svg>`,
      "has the instruction <?x?>: remove it",
      "has no size: give it a viewBox, or width and height in pixels",
      "has <metadata>, which a logo may not have: remove it",
      "has <a>, which a logo may not have: remove it",
      "has the handler onload: remove it",
      "has the attribute ping, which a logo may not have: remove it",
    ],
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">\n<g></svg><script/>`,
      "is not well-formed XML, line 2, column 9: unexpected close tag",
    ],
  ])("says all that is wrong: %s", (text, ...faults) => {
    expect(svg(text)).toEqual({ faults });
  });

  it("may use its parts again and again, if that comes to an end soon", () => {
    const tooMany = { faults: ["draws its parts more than 10000 times over: draw them once"] };
    for (const bomb of bombs) {
      expect(svg(bomb(3))).toMatchObject({ width: 10, height: 10 });
      expect(svg(bomb(4))).toEqual(tooMany);
    }
  });

  it("that is not UTF-8 is refused", () => {
    expect(readImage("logo.svg", Buffer.from([0xff, 0xfe, 0x3c]))).toEqual({
      faults: ["is not UTF-8: save it as UTF-8"],
    });
  });
});

describe("a PNG", () => {
  it("is known by its header, not by its name", () => {
    expect(png(picture(320, 96))).toMatchObject({
      width: 320,
      height: 96,
      url: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
    });
    expect(png(Buffer.from("<svg/>"))).toEqual({ faults: ["is not a PNG: save it as one"] });
    expect(svg(picture(1, 1).toString("latin1"))).toHaveProperty("faults");
  });

  it.each([
    ["too wide", picture(1025, 10), "is 1025 × 10 pixels, and at most 1024 × 1024 are allowed"],
    ["without a height", picture(10, 0), "is 10 × 0 pixels, and at most 1024 × 1024 are allowed"],
    [
      "animated",
      picture(10, 10, chunk("acTL", Buffer.alloc(8))),
      "is animated: give a picture that stands still",
    ],
    ["cut short", picture(10, 10).subarray(0, 40), "is cut short: copy it again"],
    ["without an end", picture(10, 10).subarray(0, -12), "is not a whole PNG: save it again"],
    ["of a signature alone", picture(10, 10).subarray(0, 8), "is not a whole PNG: save it again"],
  ])("%s is refused", (_what, bytes, fault) => {
    expect(png(bytes)).toEqual({ faults: [fault] });
  });
});
