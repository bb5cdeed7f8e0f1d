import { createSocket } from "node:dgram";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { patient } from "../../../support/patient.ts";
import { startApp } from "../support/app.ts";
import { type Case, type Stage, together } from "../support/stage.ts";

const appName = "app.backsoon.example";
const ownName = "notice.backsoon.example";
/** An address where nothing listens until an app is started there. */
const movedTo = "127.0.0.2";

type Dns = Awaited<ReturnType<typeof startDns>>;

/** A DNS server at `address`, which knows the names in `addresses`: some at the start. */
async function startDns(known: string[]) {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  const addresses = new Map(known.map((name) => [name, "127.0.0.1"]));
  const dns = { address: `127.0.0.1:${socket.address().port}`, addresses, isSilent: false };
  socket.on("message", (asked, { port, address }) => {
    if (!dns.isSilent) socket.send(replyTo(asked, addresses), port, address);
  });
  return dns;
}

/** Replies with an address, with none for other types than A, or with "no such name". @see RFC 1035, 4.1 */
function replyTo(asked: Buffer, addresses: Map<string, string>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = asked.readUInt8(at); length > 0; length = asked.readUInt8(at)) {
    labels.push(asked.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = asked.subarray(12, at + 5);
  const address = addresses.get(labels.join("."));
  const isFound = address !== undefined && asked.readUInt16BE(at + 1) === 1;
  const head = Buffer.alloc(12);
  asked.copy(head, 0, 0, 2);
  head.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(isFound ? 1 : 0, 6);
  if (!isFound) return Buffer.concat([head, question]);
  // The name as in the question, type A, class IN, to be kept for 600 s as Docker says, four bytes.
  const start = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 2, 88, 0, 4]);
  return Buffer.concat([head, question, start, Buffer.from(address.split(".").map(Number))]);
}

/** Asks until everybody gets this outcome, then asks as one kind. */
async function untilAll({ ask }: Stage, kind: string, outcome: string): Promise<void> {
  const asked = () => together(10, () => ask("between", { isKept: false }));
  await expect.poll(async () => new Set(await asked()), patient).toEqual(new Set([outcome]));
  await together(20, () => ask(kind));
}

/** A case in which DNS knows some names at the start. */
const named = (
  name: string,
  known: string[],
  play: (stage: Stage, dns: Dns) => Promise<void>,
  must: Case["must"],
): Case => ({
  name: `names: ${name}`,
  proxies: ["nginx", "haproxy"],
  play: async (stage) => {
    const dns = await startDns(known);
    const apps = [stage.app.address.replace("127.0.0.1", appName)];
    const services = [stage.backsoon.url.replace("127.0.0.1", ownName)];
    await stage.start(["--switch", "--resolver", dns.address], { apps, services });
    await play(stage, dns);
  },
  must,
});

/** What visitors get while a name comes and goes in DNS. */
export const nameCases: Case[] = [
  named(
    "neither is known at the start, then both",
    [],
    async (stage, dns) => {
      await stage.ask("nothing");
      dns.addresses.set(ownName, "127.0.0.1");
      await untilAll(stage, "notice", "notice");
      dns.addresses.set(appName, "127.0.0.1");
      await untilAll(stage, "app", "app");
    },
    { nothing: /^50[23] of the proxy's$/, notice: "notice", app: "app", between: /./ },
  ),
  named(
    "gone, reloaded, and back with another address",
    [appName, ownName],
    async (stage, dns) => {
      await untilAll(stage, "app", "app");
      dns.addresses.delete(ownName);
      stage.reload();
      await untilAll(stage, "app without Backsoon's name", "app");
      dns.addresses.set(ownName, "127.0.0.1");
      dns.addresses.delete(appName);
      await stage.app.kill();
      await untilAll(stage, "gone", "notice");
      stage.reload();
      await untilAll(stage, "gone, reloaded", "notice");
      const moved = await startApp({ at: stage.app.port, host: movedTo });
      dns.addresses.set(appName, movedTo);
      await untilAll(stage, "moved", "app");
      expect(moved.begun.length).toBeGreaterThan(0);
    },
    {
      ...{ app: "app", "app without Backsoon's name": "app", gone: "notice", "gone, reloaded": "notice" },
      ...{ moved: "app", between: /./ },
    },
  ),
  named(
    "DNS is silent",
    [appName, ownName],
    async (stage, dns) => {
      await untilAll(stage, "app", "app");
      dns.isSilent = true;
      // nginx has no address a second later. HAProxy keeps the last address.
      if (stage.proxy === "haproxy") {
        await stage.beside(() => sleep(12_000));
        await stage.app.kill();
        await untilAll(stage, "silent, app dead", "notice");
        await stage.app.start();
      } else await untilAll(stage, "silent", "502 of the proxy's");
      dns.isSilent = false;
      await untilAll(stage, "back", "app");
    },
    (proxy) => ({
      ...{ app: "app", back: "app", between: /./ },
      ...(proxy === "haproxy"
        ? { quick: "app", "silent, app dead": "notice" }
        : { silent: "502 of the proxy's" }),
    }),
  ),
];
