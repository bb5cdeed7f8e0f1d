import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, vi } from "vitest";
import { readinessPath } from "../../../schema/notice/protocol.ts";
import { exchange } from "../network/http.ts";
import { patient } from "../patient.ts";
import type { Service } from "./service.ts";

const rest = "Host: a\r\nConnection: close\r\n\r\n";
const notice = /^HTTP\/1\.1 503 .*\r\nRetry-After: /is;

/** Prepares to look at a service that stops. Returns what resolves when the service says that it is closing. */
export async function lookAtClosing(service: Pick<Service, "url">): Promise<() => Promise<void>> {
  // On a busy machine, a new connection may come too late.
  const looks = await Promise.all(Array.from({ length: 100 }, () => requestUnderWay(service, readinessPath)));
  const isReady = async () => !(await looks.pop()?.())?.includes('"closing"');
  // Concurrent tests must not use `expect.poll`.
  return () => vi.waitFor(async () => expect(await isReady()).toBe(false), patient);
}

/** Sends half of a request. Returns a function that sends the rest and reads the reply. */
export async function requestUnderWay(
  { url }: Pick<Service, "url">,
  path = "/x",
): Promise<() => Promise<string>> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\n`);
  return () => {
    socket.write(rest);
    return text(socket);
  };
}

/** Stops a service while visitors ask it, all of whom must get the notice. Resolves with its exit code. */
export async function endUnderWay(
  service: Pick<Service, "url" | "ended">,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const underWay = await Promise.all(Array.from({ length: 20 }, () => requestUnderWay(service)));
  const whole = Array.from({ length: 20 }, () => exchange(service.url, `GET /x HTTP/1.1\r\n${rest}`));
  const isClosing = await lookAtClosing(service);
  const ended = service.ended(signal);
  await isClosing();
  const answers = await Promise.all([...whole, ...underWay.map((finish) => finish())]);
  for (const answer of answers) expect(answer).toMatch(notice);
  return ended;
}
