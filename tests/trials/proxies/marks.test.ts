import { describe, expect, it } from "vitest";
import { atATime } from "../../support/at-a-time.ts";
import { type Asked, asking } from "../../support/network/http.ts";
import { sharedService } from "../../support/service/service.ts";
import { type FrontName, startPlainFront } from "./support/plain-proxies.ts";

const fronts: FrontName[] = ["direct", "nginx, keep-alive", "HAProxy, keep-alive"];
const requests = 10_000;

const running = sharedService();
const methods = ["GET", "POST", "HEAD", "PUT", "OPTIONS", "DELETE", "PATCH"];
const bodies = ["", "a=1", "x".repeat(1024), "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "x".repeat(100_000)];

/** A request like no other: the reply names its origin again. */
function marked(number: number): Asked & { mark: string } {
  const mark = `https://visitor-${number}.example`;
  const payload = bodies[Math.floor(number / methods.length) % bodies.length] ?? "";
  const ways = [{}, { "Transfer-Encoding": "chunked" }, { Expect: "100-continue" }];
  const way = payload === "" ? {} : ways[number % ways.length];
  const upgrade = number % 50 === 0 && { Upgrade: "IRC/6.9", Connection: "upgrade" };
  const length = !way || "Transfer-Encoding" in way ? {} : { "Content-Length": payload.length };
  const headers = { Origin: mark, ...length, ...way, ...upgrade };
  return { mark, method: methods[number % methods.length] ?? "GET", headers, payload };
}

describe("connections that serve many visitors", () => {
  it.for(fronts)(
    "give each of them their own answer: %s",
    { timeout: 300_000 },
    async (front, { annotate }) => {
      const ask = asking(await startPlainFront(front, running().url));
      const numbers = Array.from({ length: requests }, (_, number) => number);
      const wrong = await atATime(20, numbers, async (number) => {
        const { mark, ...asked } = marked(number);
        const { statusCode, headers } = await ask(asked);
        const isOwn = statusCode === 503 && headers["access-control-allow-origin"] === mark;
        return isOwn ? [] : [[asked, statusCode, headers]];
      });
      await annotate(`${requests} answers, ${wrong.flat().length} of them not their visitor's own`);
      expect(wrong.flat()).toEqual([]);
    },
  );
});
