import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const size = readFileSync("dist/editor/index.html").length;

it.each(["bytes=0-3", "bytes=99999999-", "bytes=-1", "bytes=5-2", "lines=0-3"])(
  "The editor sends its whole page for the range %s",
  async (range) => {
    const whole = await editor().ask({ url: "/", headers: { Range: range } });
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, size]);
    expect(whole.headers).not.toHaveProperty("content-range");
    expect(whole.headers).not.toHaveProperty("accept-ranges");
  },
);
