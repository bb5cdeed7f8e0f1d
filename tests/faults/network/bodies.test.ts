import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { open, until } from "../../support/network/sockets.ts";
import { patient } from "../../support/patient.ts";
import { sharedService } from "../../support/service/service.ts";

const running = sharedService();
const size = 3_000_000;
/** The statuses of the replies. */
const statuses = (answer: string) => answer.match(/HTTP\/1\.1 \d+/g);
const close = "Host: a\r\nConnection: close\r\n";
const sized = `${close}Content-Length: ${size}\r\n`;
const chunked = `${close}Transfer-Encoding: chunked\r\n\r\n`;
const body = "x".repeat(size);
const preflight = "Origin: https://a.example\r\nAccess-Control-Request-Method: PUT\r\n";

it.each([
  ["by POST", `POST / HTTP/1.1\r\n${sized}\r\n${body}`, 503],
  ["in chunks", `PUT / HTTP/1.1\r\n${chunked}2DC6C0\r\n${body}\r\n0\r\n\r\n`, 503],
  ["in HTTP/1.0", `POST / HTTP/1.0\r\nContent-Length: ${size}\r\n\r\n${body}`, 503],
  ["by HEAD", `HEAD / HTTP/1.1\r\n${sized}\r\n${body}`, 503],
  ["as a preflight", `OPTIONS / HTTP/1.1\r\n${sized}${preflight}\r\n${body}`, 204],
  ["to /api/notice", `GET /api/notice HTTP/1.1\r\n${sized}\r\n${body}`, 413],
  ["with two Host headers", `POST / HTTP/1.1\r\nHost: b\r\n${sized}\r\n${body}`, 400],
])("A client that uploads 3 MB gets its whole reply: %s", async (_name, request, status) => {
  const { url } = running();
  for (let round = 0; round < 2; round += 1) {
    const answer = await until(await open(url), request);
    expect(statuses(answer)).toEqual([`HTTP/1.1 ${status}`]);
    const [head = "", content = ""] = answer.split("\r\n\r\n");
    const length = /content-length: (\d+)/i.exec(head)?.[1] ?? "0";
    expect(Buffer.byteLength(content)).toBe(request.startsWith("HEAD") ? 0 : Number(length));
  }
});

it("A body that never ends is cut off after 128 MiB, once its client has the reply", async () => {
  const socket = await open(running().url);
  let answer = "";
  socket.on("data", (text) => (answer += text));
  socket.write(`POST / HTTP/1.1\r\n${chunked}`);
  const chunk = Buffer.from(`100000\r\n${"x".repeat(0x100000)}\r\n`);
  const sendMore = (): void => void (socket.writable && socket.write(chunk, sendMore));
  sendMore();
  await expect.poll(() => socket.destroyed, patient).toBe(true);
  expect(statuses(answer)).toEqual(["HTTP/1.1 503"]);
  expect(socket.bytesWritten).toBeGreaterThan(128 * 1024 * 1024);
});

describe("A client that asks by Expect: 100-continue whether to send more than 128 MiB", () => {
  const expecting = `POST / HTTP/1.1\r\n${close}Expect: 100-continue\r\nContent-Length: ${128 * 1024 * 1024 + 1}\r\n\r\n`;

  it("gets the reply without 100 Continue, and the connection closes", async () => {
    const answer = await until(await open(running().url), expecting);
    expect(statuses(answer)).toEqual(["HTTP/1.1 503"]);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it("gets both replies if another request came before on the connection", async () => {
    const socket = await open(running().url);
    let answer = "";
    const first = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    socket.on("data", (text) => (answer += text)).write(first + expecting);
    await expect.poll(() => statuses(answer)).toEqual(["HTTP/1.1 503", "HTTP/1.1 503"]);
    await expect.poll(() => answer.match(/patience\.\n/g)).toHaveLength(2);
  });
});

it.each([
  ["POST", "Content-Length: 5\r\n\r\nhello"],
  ["GET", "\r\n"],
])("A %s for another protocol gets the notice, then the connection closes", async (method, rest) => {
  const upgrade = "Host: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n";
  const next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";
  const answer = await until(await open(running().url), `${method} / HTTP/1.1\r\n${upgrade}${rest}${next}`);
  expect(statuses(answer)).toEqual(["HTTP/1.1 503"]);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

it("Idle connections make room for others once 5,000 are open, which is logged once", async () => {
  const service = running();
  const served = async (): Promise<Socket> => {
    const socket = await open(service.url);
    socket.write("GET /.backsoon/healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    return socket;
  };
  const idle: Socket[] = [];
  // The system lets only some connections wait to be accepted.
  while (idle.length < 5000) idle.push(...(await Promise.all(Array.from({ length: 50 }, served))));
  const closed = () => idle.filter((socket) => socket.destroyed).length;
  for (let round = 0; round < 5; round += 1) expect((await fetch(service.url)).status).toBe(503);
  await expect.poll(closed).toBeGreaterThan(0);
  expect(closed()).toBeLessThan(200);
  const told = () => service.log().filter(({ msg }) => msg.startsWith("All 5000 connections are in use"));
  await expect.poll(() => told().length).toBe(1);
});
