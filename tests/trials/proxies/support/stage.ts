import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { switchFolder } from "../../../support/folder.ts";
import { pageAt } from "../../../support/network/http.ts";
import { reloadProxy, startProxy } from "../../../support/network/proxy.ts";
import { type Crowd, newId, startCrowd, type Visited, visit } from "../../../support/network/visitors.ts";
import { patient } from "../../../support/patient.ts";
import type { Service } from "../../../support/service/service.ts";
import type { ProxyName } from "../../../support/setup/programs.ts";
import type { App } from "./app.ts";
import { type Behind, type Position, proxyCommand, turnTo } from "./configuration.ts";

/** What visitors may get: "app", "notice" (with or without "unsaved"), another outcome, or any of several. */
export type Allowed = string | RegExp | Allowed[];
export type Must = Record<string, Allowed>;
/** How many visitors of each kind got what. */
export type Got = Record<string, Record<string, number>>;

type Play = (stage: Stage) => Promise<unknown>;

/** A case of the table: its name, what each kind of visitors must get, and what happens. */
export interface Case {
  name: string;
  /** Each kind must come, except between two phases. */
  must: Must | ((proxy: ProxyName) => Must);
  play: Play;
  /** All four unless some are named. */
  proxies?: ProxyName[];
}

export const played = (name: string, must: Case["must"], play: Play): Case => ({ name, must, play });

/** A case of the table with quick visitors beside what happens. */
export const besideCrowd = (
  name: string,
  must: Case["must"],
  play: Play,
  edit?: (configuration: string, proxy: ProxyName) => string,
): Case =>
  played(name, must, async (stage) => {
    await stage.start([], edit && { edit: (configuration) => edit(configuration, stage.proxy) });
    await stage.beside(() => play(stage));
  });

/** What is in the place of the app, of Backsoon, and of the configuration that `notice proxy --whole` prints. */
interface Given {
  apps?: string[];
  services?: string[];
  own?(behind: Behind, options: string[]): Promise<string>;
  /** Changes that an operator makes to the configuration. */
  edit?(configuration: string): string;
}

export function sumOf(all: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [outcome, count] of all.flatMap(Object.entries)) sum[outcome] = (sum[outcome] ?? 0) + count;
  return sum;
}

interface Parts {
  proxy: ProxyName;
  app: App;
  backsoon: Service;
  got: Got;
  /** The ids of those who were told that nothing was received. */
  unsaved: string[];
}

export type Stage = ReturnType<typeof stageOf>;

export function stageOf({ got, unsaved, ...parts }: Parts) {
  const { proxy, app, backsoon } = parts;
  const flags = switchFolder();
  /** The ids of those who got the notice. */
  const noticed: string[] = [];
  let url = "";
  let phase = { kind: "quick" };
  const count = (kind: string, outcome: string): void => {
    got[kind] = sumOf([got[kind] ?? {}, { [outcome]: 1 }]);
  };
  const judge = (kind: string, outcome: string, id: string): string => {
    if (outcome.startsWith("notice")) noticed.push(id);
    if (outcome === "notice, unsaved") unsaved.push(id);
    count(kind, outcome);
    return outcome;
  };
  /** Sends quick visitors. Those who ask in one phase and get their reply in another are "between" the two. */
  const crowd = (): Crowd =>
    startCrowd(url, () => {
      const began = phase;
      return (outcome, id) => void judge(began === phase ? began.kind : "between", outcome, id);
    });
  /** Begins a phase of quick visitors. The first phase is "quick". */
  const begin = (kind: string): void => {
    phase = { kind };
  };
  /** Waits until the proxy knows that connections are refused, which HAProxy learns from its checks. */
  const refused = async (): Promise<void> => {
    if (proxy !== "haproxy") return;
    begin("between two seconds");
    await sleep(2000);
  };
  const turn = (to: Position): Promise<void> => turnTo(proxy, flags, to);
  /** Kills the app, and waits until the proxy knows. */
  const down = async (): Promise<void> => {
    await app.kill();
    await refused();
  };
  return {
    ...{ ...parts, flags, noticed, count, crowd, phase: begin, refused, turn, down },
    /** Starts the proxy with these options of `notice proxy`. Returns its URL. */
    async start(options: string[] = [], given: Given = {}): Promise<string> {
      const { apps = [app.address], services = [backsoon.url], own, edit } = given;
      const behind = { apps, services, flags };
      const text = await (own?.(behind, options) ?? proxyCommand(proxy, behind, ["--whole", ...options]));
      url = await startProxy(proxy, edit?.(text) ?? text, { "8000": await freePort() });
      return url;
    },
    /** Sends a visitor, and counts what they get under a kind. */
    async ask(kind: string, visited: Visited = {}): Promise<string> {
      const id = newId();
      return judge(kind, await visit(url, { id, ...visited }), id);
    },
    /** Does something while quick visitors come, from before it until after it. */
    async beside(work: () => Promise<unknown>): Promise<void> {
      const visitors = crowd();
      await visitors.goesOn(50);
      await work();
      await visitors.goesOn(50);
      await visitors.leaves();
    },
    /** Does something in each of the two states in which visitors get the notice. */
    async inEachState(work: (state: "on" | "down") => Promise<unknown>): Promise<void> {
      await turn("on");
      await work("on");
      await turn("off");
      await down();
      await work("down");
    },
    /** Waits until 20 visitors in a row get the app. They are not counted. */
    back: () =>
      vi.waitFor(async () => {
        for (let each = 0; each < 20; each += 1) expect(await visit(url, {})).toBe("app");
      }, patient),
    reload: () => reloadProxy(proxy, url),
  };
}

/** The path of the page's script. */
export async function scriptOf({ url }: Pick<Service, "url">): Promise<string> {
  return /\/assets\/backsoon-[^"]+\.js/.exec(await pageAt(url))?.[0] ?? expect.fail("no script");
}

/** Whether the proxy says of a write that its switch kept from the app that nothing was received. */
export const saysUnsaved = (proxy: ProxyName): boolean => proxy === "nginx" || proxy === "caddy";

/** Does something so many times at once. */
export const together = <T>(count: number, work: (each: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, each) => work(each)));
