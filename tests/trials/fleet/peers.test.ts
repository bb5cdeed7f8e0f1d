import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { generate } from "selfsigned";
import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { takeConnections } from "../../support/network/servers.ts";
import { envFor, newSchema } from "../../support/postgres/schema.ts";
import { readiness } from "../../support/service/service.ts";
import { sendVisitors, startNode, told } from "./support/node.ts";

/** Replies to the first bytes of a client. */
type Speak = (client: Duplex) => unknown;

const write =
  (text: string): Speak =>
  (client) =>
    client.write(Buffer.from(text, "latin1"));

const welcome = "R\0\0\0\u0008\0\0\0\0";
const ready = `${welcome}Z\0\0\0\u0005I`;

const neverStop: Speak = (client) => {
  const setting = Buffer.from(`S\0\u0001\0\0a\0${"x".repeat(65_529)}\0`, "latin1");
  const writeOn = (): void => {
    while (client.writable && client.write(setting));
  };
  client.write(Buffer.from(welcome, "latin1"));
  client.on("drain", writeOn);
  writeOn();
};

const peers: [string, speak: Speak, isEncrypted?: boolean][] = [
  ["says nothing", () => {}],
  ["says nonsense", write("HTTP/1.1 400 Bad Request\r\n\r\n".repeat(20))],
  ["says half an answer", write(`${ready}T\0\0\u0001\0`)],
  ["announces two gigabytes", write(`${ready}D\x7f\xff\xff\xff`)],
  ["never stops", neverStop],
  ["never stops, in TLS", neverStop, true],
];

const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }]);

const encrypt =
  (speak: Speak): Speak =>
  (client) => {
    client.write("S");
    const secure = new TLSSocket(client as Socket, { isServer: true, key, cert });
    secure.on("error", () => {});
    secure.once("data", () => speak(secure));
  };

/** The bytes that a client may take from a peer, with those on the way. */
const maxTakenBytes = 64 * 1024 * 1024;

describe.each(peers)("If the database %s,", (_name, speak, isEncrypted = false) => {
  async function startPeer() {
    const { port, sockets } = await takeConnections((socket) => {
      socket.once("data", () => (isEncrypted ? encrypt(speak) : speak)(socket));
    });
    return { url: newSchema(port).url + (isEncrypted ? "&sslmode=require" : ""), sockets };
  }
  const mostSent = (sockets: Socket[]) => Math.max(...sockets.map(({ bytesWritten }) => bytesWritten));

  it("a node keeps answering visitors, and logs once that its store is down", async () => {
    const { url, sockets } = await startPeer();
    const node = await startNode(url, {}, true);
    expect(await readiness(node)).toMatchObject({ store: "down", revision: 1 });
    const visitors = sendVisitors(node, ["Known"]);
    const before = sockets.length;
    await expect.poll(() => sockets.length).toBeGreaterThan(before + 1);
    await visitors.until("down");
    await expect.poll(() => told(node)).toEqual({ down: 1, up: 0 });
    await visitors.end();
    expect(mostSent(sockets)).toBeLessThan(maxTakenBytes);
  });

  it("a command ends with one sentence", async () => {
    const { url, sockets } = await startPeer();
    const { code, stdout, stderr } = await noticeProcess(envFor(url), ["show"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^The notice store at postgres:\S+ cannot be reached \([^)]+\): .+\n$/);
    expect(mostSent(sockets)).toBeLessThan(maxTakenBytes);
  });
});
