import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { open } from "../../support/network/sockets.ts";
import { sharedService } from "../../support/service/service.ts";
import { type FrontName, startPlainFront } from "./support/plain-proxies.ts";
import { uploadClients } from "./support/uploads.ts";

const fronts: FrontName[] = [
  "direct",
  "nginx, HTTP/1.0 and close",
  "nginx, keep-alive",
  "HAProxy, httpclose",
  "Caddy",
];
const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** How often each size is uploaded by each client. */
const sizes: [bytes: number, times: number][] = [
  [kilobyte, 20],
  [megabyte, 20],
  [10 * megabyte, 5],
  [100 * megabyte, 2],
];
const timeout = 300_000;

const running = sharedService();

describe.each(fronts)("an upload through %s", (front) => {
  it.for(Object.entries(uploadClients))(
    "by %s gets its answer",
    { timeout },
    async ([name, upload], { annotate }) => {
      const url = await startPlainFront(front, running().url);
      // The HTTP server of Go closes half a second after an answer that came early: who is still sending then may lose it,
      // and who does not listen before having sent everything, as Python, does.
      const whole = name === "Python" ? 2 : 3;
      for (const [bytes, times] of front === "Caddy" ? sizes.slice(0, whole) : sizes) {
        const outcomes = await upload(url, bytes, times);
        const notices = outcomes.filter((outcome) => outcome === "notice");
        await annotate(`${bytes / kilobyte} KB: ${notices.length} of ${times}`);
        expect(outcomes).toEqual(Array(times).fill("notice"));
      }
    },
  );
});

/** Sends a body of 640 KB in twenty seconds; gives what has come back when it is through. */
async function uploadSlowly(url: string): Promise<string> {
  const socket = await open(url);
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk));
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${640 * kilobyte}\r\n\r\n`);
  for (let part = 0; part < 40; part += 1) {
    socket.write(Buffer.alloc(16 * kilobyte));
    await sleep(500);
  }
  await expect.poll(() => answer).toContain("</html>\n");
  return answer;
}

it("an upload of twenty seconds gets its answer, once, through every front", { timeout }, async () => {
  const urls = await Promise.all(fronts.map((front) => startPlainFront(front, running().url)));
  const answers = await Promise.all(urls.map(uploadSlowly));
  for (const answer of answers) expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 503"]);
});
