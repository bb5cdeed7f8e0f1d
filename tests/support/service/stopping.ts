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

/** For how long a service goes on taking visitors once it is told to end, in ms. */
const drainMs = 500;

/**
 * Prepares to look at a service that is about to be told to end. What it gives resolves when the service says that it is
 * no longer ready; those who come meanwhile get the notice.
 */
export async function lookAtClosing(service: Pick<Service, "url">): Promise<() => Promise<void>> {
  // Connections that are there already: on a busy machine, nobody may come in time to find it still listening.
  const looks = await Promise.all(Array.from({ length: 100 }, () => requestUnderWay(service, readinessPath)));
  return async () => {
    const toldAt = performance.now();
    const isReady = async () => !(await looks.pop()?.())?.includes('"closing"');
    // Tests that run beside each other must not poll by `expect`, which asks for the one test that runs.
    await vi.waitFor(async () => expect(await isReady()).toBe(false), patient);
    const comesIn = exchange(service.url, `GET /x HTTP/1.1\r\n${rest}`).catch((error) => `${error}`);
    if (performance.now() - toldAt < drainMs / 2) expect(await comesIn).toMatch(notice);
  };
}

/** Sends half of a request, for the rest of which a service that ends waits; gives what sends that and takes the answer. */
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

/**
 * Tells a service to end while it is being asked; gives its exit code once every visitor had the notice: those whose
 * requests were under way, and those who came when it was no longer ready.
 */
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
