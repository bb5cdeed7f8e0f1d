import { expect } from "vitest";
import { patient } from "../../../support/patient.ts";
import { type App, startApp } from "../support/app.ts";
import { type Dns, startDns } from "../support/dns.ts";
import { type Case, type Stage, together } from "../support/stage.ts";

const appName = "app.backsoon.example";
const ownName = "notice.backsoon.example";
/** An address where nothing listens until an app is started there. */
const movedTo = "127.0.0.2";

let dns: Dns;

/** Asks for a while, until everybody gets something; then as one of a kind. */
async function untilAll({ ask }: Stage, kind: string, outcome: string): Promise<void> {
  const asked = () => Promise.all(Array.from({ length: 10 }, () => ask("between", { isKept: false })));
  await expect.poll(async () => new Set(await asked()), patient).toEqual(new Set([outcome]));
  await together(20, () => ask(kind));
}

/** A case in which DNS has the names of the app and of Backsoon, but for those that are gone at the start. */
const named = (name: string, gone: string[], rest: Pick<Case, "play" | "must">): Case => ({
  name: `names: ${name}`,
  proxies: ["nginx", "haproxy"],
  apps: async (own) => [own.replace("127.0.0.1", appName)],
  services: async (_, running) => {
    dns = await startDns({ [appName]: "127.0.0.1", [ownName]: "127.0.0.1" });
    for (const each of gone) dns.addresses.delete(each);
    return [running.replace("127.0.0.1", ownName)];
  },
  options: async () => ["--switch", "--resolver", dns.address],
  ...rest,
});

/** What becomes of visitors while a name comes and goes in DNS. */
export const nameCases: Case[] = [
  named("neither is known at the start, then both", [appName, ownName], {
    play: async (stage) => {
      await stage.ask("nothing");
      dns.addresses.set(ownName, "127.0.0.1");
      await untilAll(stage, "notice", "notice");
      dns.addresses.set(appName, "127.0.0.1");
      await untilAll(stage, "app", "app");
    },
    must: { nothing: /^50[23] of the proxy's$/, notice: "notice", app: "app", between: /./ },
  }),
  named("gone, reloaded, and back with another address", [], {
    play: async (stage) => {
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
      const moved: App = await startApp(stage.app.port, "app", 1024, movedTo);
      dns.addresses.set(appName, movedTo);
      await untilAll(stage, "moved", "app");
      expect(moved.begun.length).toBeGreaterThan(0);
    },
    must: {
      ...{ app: "app", "app without Backsoon's name": "app", gone: "notice", "gone, reloaded": "notice" },
      ...{ moved: "app", between: /./ },
    },
  }),
  named("DNS is silent", [], {
    play: async (stage) => {
      await untilAll(stage, "app", "app");
      dns.isSilent = true;
      // nginx has no address a second later; HAProxy keeps what it has.
      if (stage.proxy === "haproxy") {
        await stage.beside(() => new Promise((resolve) => setTimeout(resolve, 12_000)));
        await stage.app.kill();
        await untilAll(stage, "silent, app dead", "notice");
        await stage.app.start();
      } else await untilAll(stage, "silent", "502 of the proxy's");
      dns.isSilent = false;
      await untilAll(stage, "back", "app");
    },
    must: (proxy) => ({
      ...{ app: "app", back: "app", between: /./ },
      ...(proxy === "haproxy"
        ? { quick: "app", "silent, app dead": "notice" }
        : { silent: "502 of the proxy's" }),
    }),
  }),
];
