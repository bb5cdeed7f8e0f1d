import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { askTimeoutMs, maxConnections } from "../../../api/http/connection/limits.ts";
import { open, until } from "../../support/network/sockets.ts";
import { type OnFinished, sharedService } from "../../support/service/service.ts";

const running = sharedService();
const newcomers = 300;
const ask = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

/** Opens so many connections, a few at a time: more than the system lets wait to be accepted would come in late. */
async function connectAll(count: number, onFinished: OnFinished): Promise<Socket[]> {
  const all: Socket[] = [];
  while (all.length < count)
    all.push(...(await Promise.all(Array.from({ length: 50 }, () => open(running().url, onFinished)))));
  return all;
}

it.each([
  ["drips a body and has its reply", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nx", true],
  [
    "drips a body before the reply",
    "GET /.backsoon/readyz HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\nx",
    false,
  ],
  ["says nothing", "", false],
])("every newcomer is answered while each of 5 000 connections %s", async (_name, bytes, isAnswered) => {
  const finished: (() => void)[] = [];
  const held = await connectAll(maxConnections, (work) => finished.push(work));
  const replies = held.map((socket) => isAnswered && once(socket, "data"));
  for (const socket of held) if (bytes) socket.write(bytes);
  await Promise.all(replies);
  const drip = setInterval(() => {
    for (const socket of held) if (bytes && socket.writable) socket.write("x");
  }, 1000);
  const begun = performance.now();
  // Until then, those who say nothing count as newcomers, too.
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(askTimeoutMs);
  // All of them have come before the first of them asks.
  const came = await connectAll(newcomers, (work) => finished.push(work));
  const answers = await Promise.all(came.map((socket) => (socket.destroyed ? "" : until(socket, ask))));
  clearInterval(drip);
  for (const finish of finished) finish();
  const answered = answers.filter(
    (answer) => answer.startsWith("HTTP/1.1 503 ") && answer.includes("</html>"),
  );
  expect(answered).toHaveLength(newcomers);
});
