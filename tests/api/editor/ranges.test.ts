import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const size = readFileSync("dist/editor/index.html").length;

async function ask(range: string, headers = {}): Promise<unknown[]> {
  const asked = { url: "/", headers: { Range: range, ...headers } };
  const whole = await editor().ask(asked);
  const head = await editor().ask({ ...asked, method: "HEAD" });
  const said = ({ statusCode, headers }: typeof whole) => [statusCode, headers["content-range"]];
  expect([...said(head), head.body]).toEqual([...said(whole), ""]);
  expect(head.headers["content-length"]).toBe(String(whole.rawPayload.length));
  if (whole.statusCode === 416)
    expect(whole.json()).toMatchObject({ status: 416, code: "RANGE_UNSATISFIABLE" });
  return [...said(whole), whole.statusCode === 416 ? undefined : whole.rawPayload.length];
}

describe("a Range of the page's file", () => {
  it.each([
    ["bytes=0-3", `0-3/${size}`, 4],
    ["bytes=1-", `1-${size - 1}/${size}`, size - 1],
    ["bytes=-5", `${size - 5}-${size - 1}/${size}`, 5],
    ["bytes=0-99999999999999999999", `0-${size - 1}/${size}`, size],
    [`bytes=${size}-, 0-1`, `0-1/${size}`, 2],
    ["bytes=,0-1,", `0-1/${size}`, 2],
  ])("is sent: %s", async (range, sent, length) => {
    expect(await ask(range)).toEqual([206, `bytes ${sent}`, length]);
  });

  it.each([
    "bytes=99999999-",
    `bytes=${size}-`,
    "bytes=-0",
    "bytes=99999999-,88888888-",
    "bytes=-00,88888888-",
  ])("is 416 with the size of it, if there is nothing there: %s", async (range) => {
    expect(await ask(range)).toEqual([416, `bytes */${size}`, undefined]);
  });

  it.each([
    ...[
      "bytes=",
      "bytes=,",
      "bytes",
      "bytes 0-3",
      "bytes=5-2",
      "bytes=a-b",
      "bytes=0-3;",
      "bytes=--1",
      "bytes=1-2-3",
    ],
    ...["bytes=0-1,x", "bytes=0-1,5-2", "bytes=+0-1", "bytes=0x0-1", "bytes=1.5-2", "lines=0-3", "0-3"],
  ])("is ignored, if it is none: %s", async (range) => {
    expect(await ask(range)).toEqual([200, undefined, size]);
  });

  it.each(["bytes=-99999999", "bytes=99999999-,-99999999", "bytes=0-1,4-5"])(
    "is all of it where that is shorter, or where there are several: %s",
    async (range) => {
      expect(await ask(range)).toEqual([200, undefined, size]);
    },
  );

  it("is ignored where the file is another one by now", async () => {
    expect(await ask("bytes=0-3", { "If-Range": '"another"' })).toEqual([200, undefined, size]);
    expect(await ask("bytes=99999999-", { "If-Range": '"another"' })).toEqual([200, undefined, size]);
  });

  it("is of the compressed form where that is sent", async () => {
    const { headers } = await editor().ask({ url: "/", headers: { "Accept-Encoding": "br" } });
    const compressed = Number(headers["content-length"]);
    expect(compressed).toBeLessThan(size);
    const only = { "Accept-Encoding": "br" };
    expect(await ask(`bytes=${compressed}-`, only)).toEqual([416, `bytes */${compressed}`, undefined]);
  });
});
