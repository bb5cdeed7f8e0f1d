import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { patient } from "../../../support/patient.ts";
import { startApp } from "../support/app.ts";
import { type Dns, startDns } from "../support/dns.ts";
import { type Case, type Stage, together } from "../support/stage.ts";

const appName = "app.backsoon.example";
const ownName = "notice.backsoon.example";
/** An address where nothing listens until an app is started there. */
const movedTo = "127.0.0.2";

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
    const dns = await startDns(Object.fromEntries(known.map((each) => [each, "127.0.0.1"])));
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
      const moved = await startApp(stage.app.port, 1024, movedTo);
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
