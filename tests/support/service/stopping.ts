import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { exchange } from "../network/http.ts";
import { patient, type Service } from "./service.ts";

const rest = "Host: a\r\nConnection: close\r\n\r\n";
const notice = /^HTTP\/1\.1 503 .*\r\nRetry-After: /is;

/** Resolves when a service says that it is no longer ready; those who come meanwhile get the notice. */
export async function isClosing({ url }: Service): Promise<void> {
  const ask = (path: string) => exchange(url, `GET ${path} HTTP/1.1\r\n${rest}`);
  const askBoth = async () => {
    const [readiness, answer] = await Promise.all([ask("/readyz"), ask("/x")]);
    expect(answer).toMatch(notice);
    return readiness;
  };
  // As often as it can be asked: it says so for half a second.
  await expect.poll(askBoth, { ...patient, interval: 1 }).toMatch(/^HTTP\/1\.1 503 .*"closing"/s);
}

/** Sends half of a request, for the rest of which a service that ends waits; gives what sends that and takes the answer. */
export async function requestUnderWay({ url }: Service): Promise<() => Promise<string>> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write("GET /x HTTP/1.1\r\n");
  return () => {
    socket.write(rest);
    return text(socket);
  };
}

/**
 * Tells a service to end while it is being asked; gives its exit code once every visitor had the notice: those whose
 * requests were under way, and those who came when it was no longer ready.
 */
export async function endUnderWay(service: Service, signal: NodeJS.Signals): Promise<number | null> {
  const underWay = await Promise.all(Array.from({ length: 20 }, () => requestUnderWay(service)));
  const whole = Array.from({ length: 20 }, () => exchange(service.url, `GET /x HTTP/1.1\r\n${rest}`));
  const ended = service.ended(signal);
  await isClosing(service);
  const answers = await Promise.all([...whole, ...underWay.map((finish) => finish())]);
  for (const answer of answers) expect(answer).toMatch(notice);
  return ended;
}
