import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readImage } from "../../../schema/brand/image.ts";
import { hostileSvgs } from "./hostile-svgs.ts";

const svg = (text: string) => readImage("logo.svg", Buffer.from(text));
const png = (bytes: Buffer) => readImage("logo.png", bytes);

/** A chunk of a PNG, with a checksum that nobody checks here. */
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

const ns = 'xmlns="http://www.w3.org/2000/svg"';

describe("An SVG logo", () => {
  it.each([
    [
      "Inkscape",
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?><!-- Created with Inkscape --><svg width="40mm" height="10mm" viewBox="0 0 40 10" ${ns}
        xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <inkscape:grid/><metadata><rdf:RDF/></metadata><defs><linearGradient id="g"><stop style="stop-color:#0b6e4f"/></linearGradient></defs>
        <path inkscape:label="a" style="fill:url(#g);-inkscape-stroke:none" d="M0 0h9v9z"/></svg>`,
    ],
    [
      "Illustrator",
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
        <svg id="Layer_1" data-name="Layer 1" ${ns} width="40" height="10" enable-background="new 0 0 40 10">
        <style>.cls-1{fill:url(#g)}</style><rect id="r"/><clipPath id="c"><use href="#r"/></clipPath><g class="cls-1" clip-path="url(#c)"/></svg>`,
    ],
    [
      "Figma",
      `<svg width="40" height="10" fill="none" ${ns} xmlns:x="http://www.w3.org/1999/xlink"><g filter="url(#f)"><rect fill="url(#p)"/></g>
        <defs><filter id="f"><feFlood flood-opacity="0"/></filter><pattern id="p"><use x:href="#i"/></pattern><image id="i" x:href="data:image/png;base64,AA"/></defs></svg>`,
    ],
    [
      "Affinity",
      `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg width="100%" height="100%"
        viewBox="0,0, 40 10" ${ns} xml:space="preserve" xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd"><g serif:id="a"/></svg>`,
    ],
  ])("is accepted as %s saves it, with its size", (_program, text) => {
    const url = `data:image/svg+xml,${encodeURIComponent(text)}`;
    expect(svg(text)).toEqual({ width: 40, height: 10, url });
  });

  it("is accepted with scripts and links, because an image runs and loads nothing", () => {
    expect(hostileSvgs.filter((text) => "faults" in svg(text))).toEqual([]);
  });

  it.each([
    ["", "is not well-formed XML, line 1, column 0: document must contain a root element"],
    [`<svg ${ns} viewBox="0 0 1 1">\n<g></svg>`, "is not well-formed XML, line 2, column 9: unexpected"],
    [`<!DOCTYPE svg [<!ENTITY svg "http://www.w3.org/2000/svg">]><svg xmlns="&svg;"/>`, "has entities: "],
    ["<svg/>", `does not begin with <svg ${ns}>: `],
    [`<g ${ns}/>`, `does not begin with <svg ${ns}>: `],
    [`<svg ${ns} />`, "has no size: "],
    [`<svg ${ns} width="100%" height="9"/>`, "has no size: "],
    [`<svg ${ns} width="0" height="5"/>`, "has no size: "],
    [`<svg ${ns} viewBox="0 0 5"/>`, "has no size: "],
    [`<svg ${ns} viewBox="0 0 1e9 0x1"/>`, "has no size: "],
  ])("is refused with the reason: %s", (text, fault) => {
    expect(svg(text)).toEqual({ faults: [expect.stringContaining(fault)] });
  });

  it("is refused if it is not UTF-8", () => {
    const faults = ["is not UTF-8: save it as UTF-8"];
    expect(readImage("logo.svg", Buffer.from([0xff, 0xfe, 0x3c]))).toEqual({ faults });
  });
});

describe("A PNG logo", () => {
  it("is recognised by its header, whatever its name", () => {
    const url = expect.stringMatching(/^data:image\/png;base64,iVBOR/);
    expect(png(picture(320, 96))).toMatchObject({ width: 320, height: 96, url });
    expect(png(Buffer.from("<svg/>"))).toEqual({ faults: ["is not a PNG: save it as one"] });
    expect(svg(picture(1, 1).toString("latin1"))).toHaveProperty("faults");
  });

  it.each([
    ["if it is too wide", picture(1025, 10), "is 1025 × 10 pixels, and at most 1024 × 1024 are allowed"],
    ["without a height", picture(10, 0), "is 10 × 0 pixels, and at most 1024 × 1024 are allowed"],
    ["if it moves", picture(10, 10, chunk("acTL", Buffer.alloc(8))), "is animated: give a still picture"],
    ["if it is cut short", picture(10, 10).subarray(0, 40), "is not a whole PNG: save it again"],
    ["without an end", picture(10, 10).subarray(0, -12), "is not a whole PNG: save it again"],
    ["with only a signature", picture(10, 10).subarray(0, 8), "is not a whole PNG: save it again"],
  ])("is refused %s", (_what, bytes, fault) => {
    expect(png(bytes)).toEqual({ faults: [fault] });
  });
});
