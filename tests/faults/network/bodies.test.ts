import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { open, until } from "../../support/network/sockets.ts";
import { patient } from "../../support/patient.ts";
import { sharedService } from "../../support/service/service.ts";

const running = sharedService();
const size = 3_000_000;
const close = "Host: a\r\nConnection: close\r\n";
const sized = `${close}Content-Length: ${size}\r\n`;
const body = "x".repeat(size);
const preflight = "Origin: https://a.example\r\nAccess-Control-Request-Method: PUT\r\n";

describe("a client that sends a large body and is not kept alive has its whole reply:", () => {
  it.each([
    ["POST", `POST / HTTP/1.1\r\n${sized}\r\n${body}`, 503],
    [
      "in chunks",
      `PUT / HTTP/1.1\r\n${close}Transfer-Encoding: chunked\r\n\r\n2DC6C0\r\n${body}\r\n0\r\n\r\n`,
      503,
    ],
    ["of HTTP/1.0", `POST / HTTP/1.0\r\nContent-Length: ${size}\r\n\r\n${body}`, 503],
    ["HEAD", `HEAD / HTTP/1.1\r\n${sized}\r\n${body}`, 503],
    ["a preflight", `OPTIONS / HTTP/1.1\r\n${sized}${preflight}\r\n${body}`, 204],
    ["to the document", `GET /api/notice HTTP/1.1\r\n${sized}\r\n${body}`, 413],
    ["with two Host headers", `POST / HTTP/1.1\r\nHost: b\r\n${sized}\r\n${body}`, 400],
  ])("%s", async (_name, request, status) => {
    const { url } = running();
    for (let round = 0; round < 2; round += 1) {
      const answer = await until(await open(url), request);
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
      const [head = "", content = ""] = answer.split("\r\n\r\n");
      const length = /content-length: (\d+)/i.exec(head)?.[1] ?? "0";
      expect(Buffer.byteLength(content)).toBe(request.startsWith("HEAD") ? 0 : Number(length));
    }
  });
});

it("a body that never ends is cut at 128 MiB or soon after, when its client has had the reply", async () => {
  const socket = await open(running().url);
  let answer = "";
  socket.on("data", (text) => (answer += text));
  socket.write(`POST / HTTP/1.1\r\n${close}Transfer-Encoding: chunked\r\n\r\n`);
  const chunk = Buffer.from(`100000\r\n${"x".repeat(0x100000)}\r\n`);
  const sendMore = (): void => void (socket.writable && socket.write(chunk, sendMore));
  sendMore();
  await expect.poll(() => socket.destroyed, patient).toBe(true);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 503"]);
  expect(socket.bytesWritten).toBeGreaterThan(128 * 1024 * 1024);
});

describe("a client that asks whether to send its body", () => {
  const expecting = (bytes: number) =>
    `POST / HTTP/1.1\r\n${close}Expect: 100-continue\r\nContent-Length: ${bytes}\r\n\r\n`;
  const statuses = (answer: string) => answer.match(/HTTP\/1\.1 \d+/g);

  it("of more than 128 MiB is not told to, and has the reply and the end of the connection at once", async () => {
    const answer = await until(await open(running().url), expecting(128 * 1024 * 1024 + 1));
    expect(statuses(answer)).toEqual(["HTTP/1.1 503"]);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it("of more than 128 MiB behind another request, has both replies", async () => {
    const socket = await open(running().url);
    let answer = "";
    const first = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    socket.on("data", (text) => (answer += text)).write(first + expecting(200_000_000));
    await expect.poll(() => statuses(answer)).toEqual(["HTTP/1.1 503", "HTTP/1.1 503"]);
    await expect.poll(() => answer.match(/patience\.\n/g)).toHaveLength(2);
  });
});

describe("a request for another protocol", () => {
  const upgrade = "Host: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n";
  const next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";

  it.each([
    ["with a body", `POST / HTTP/1.1\r\n${upgrade}Content-Length: 5\r\n\r\nhello`],
    ["without one", `GET / HTTP/1.1\r\n${upgrade}\r\n`],
  ])("%s ends the connection, so that nobody waits for the reply to the next one", async (_name, request) => {
    const answer = await until(await open(running().url), request + next);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 503"]);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });
});

describe("five thousand connections", () => {
  /** A connection that has had a reply. */
  const served = async (): Promise<Socket> => {
    const socket = await open(running().url);
    socket.write("GET /.backsoon/healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    return socket;
  };

  it("that wait for nothing make room for others, and it is told once", async () => {
    const service = running();
    const idle: Socket[] = [];
    // A few at a time: more than the system lets wait to be accepted would come in late.
    while (idle.length < 5000) idle.push(...(await Promise.all(Array.from({ length: 50 }, served))));
    const closed = () => idle.filter((socket) => socket.destroyed).length;
    for (let round = 0; round < 5; round += 1) expect((await fetch(service.url)).status).toBe(503);
    await expect.poll(closed).toBeGreaterThan(0);
    expect(closed()).toBeLessThan(200);
    const told = () => service.log().filter(({ msg }) => msg.startsWith("All 5000 connections are in use"));
    await expect.poll(() => told().length).toBe(1);
  });
});
