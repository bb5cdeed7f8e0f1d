import { chmodSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { reloadProxy, startProxy } from "../../../support/network/proxy.ts";
import { patient } from "../../../support/patient.ts";
import { type Service, sharedService } from "../../../support/service/service.ts";
import type { ProxyName } from "../../../support/setup/proxies.ts";
import { type App, startApp } from "./app.ts";
import { type Behind, type Position, proxyCommand, turnTo } from "./configuration.ts";
import { type Crowd, newId, resent, startCrowd, type Visited, visit } from "./visitors.ts";

/** What visitors of a kind may get: "app", "notice" (whatever it says of what was sent), something else, or one of these. */
export type Allowed = string | RegExp | Allowed[];
type Must = Record<string, Allowed>;

/** A case of the table. */
export interface Case {
  name: string;
  /** Where not all four are tried. */
  proxies?: ProxyName[];
  /** Options of `notice proxy NAME --whole`. */
  options?: string[] | (() => Promise<string[]>);
  /** What somebody has changed in the configuration that it prints. */
  edit?(configuration: string, proxy: ProxyName): string;
  /** Somebody's own configuration, which takes the place of a whole one. */
  own?(behind: Behind, options: string[]): Promise<string>;
  /** The addresses of what stands in the app's place, or beside it; and the URLs of what stands in Backsoon's. */
  apps?(own: string): Promise<string[]>;
  services?(proxy: ProxyName, running: string): Promise<string[]>;
  play(stage: Stage): Promise<unknown>;
  /** What each kind of visitors must get. There must be some of each kind, but for those between two phases. */
  must: Must | ((proxy: ProxyName) => Must);
}

export interface Stage {
  proxy: ProxyName;
  url: string;
  app: App;
  backsoon: Service;
  /** Who was shown the notice, by their ids. */
  noticed: string[];
  turn(to: Position): Promise<void>;
  /** Sends a visitor, and counts what they get as one of a kind. */
  ask(kind: string, visited?: Visited): Promise<string>;
  count(kind: string, outcome: string): void;
  /** Sends quick visitors. Those who ask in one phase and have their reply in another are "between" the two. */
  crowd(): Crowd;
  /** Begins a phase of quick visitors, the first of which is "quick". */
  phase(kind: string): void;
  /** Does something beside quick visitors, who come before it, meanwhile and afterwards. */
  beside(work: () => Promise<unknown>): Promise<void>;
  /** Resolves when the app has replied to twenty visitors one after the other, of whom nobody else takes notice. */
  back(): Promise<void>;
  /** Resolves when the proxy has to know that the app refuses connections: all but HAProxy find out by themselves. */
  refused(): Promise<void>;
  /** Has the proxy read its configuration again. */
  reload(): void;
}

function fits(outcome: string, allowed: Allowed): boolean {
  if (Array.isArray(allowed)) return allowed.some((each) => fits(outcome, each));
  if (allowed === "notice") return outcome === "notice" || outcome === "notice, unsaved";
  return typeof allowed === "string" ? outcome === allowed : allowed.test(outcome);
}

/** Those of whom nobody need be there, and what they may get where a case says nothing of them. */
const between: Must = { between: ["app", "notice"], "between two seconds": /./ };

type Got = Record<string, Record<string, number>>;

function wrongOf(got: Got, must: Must): string[] {
  const all = { ...between, ...must };
  const missing = Object.keys(must).filter((kind) => !kind.startsWith("between") && !got[kind]);
  const wrong = Object.entries(got).flatMap(([kind, outcomes]) =>
    Object.entries(outcomes)
      .filter(([outcome]) => !fits(outcome, all[kind] ?? []))
      .map(([outcome, count]) => `${kind}: ${count} ${outcome}`),
  );
  return [...wrong, ...missing.map((kind) => `${kind}: nobody`)];
}

/** A row of the table that is printed; a long list of single requests is only counted. */
function rowOf(name: string, got: Got): string {
  const kinds = Object.entries(got);
  const brief: Got = kinds.length > 8 ? { requests: sumOf(kinds.map(([, outcomes]) => outcomes)) } : got;
  const cells = Object.entries(brief).map(([kind, outcomes]) => {
    const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
    return `${kind}: ${counts.join(", ")}`;
  });
  return `| ${name} | ${cells.join("; ")} |`;
}

function sumOf(all: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [outcome, count] of all.flatMap(Object.entries)) sum[outcome] = (sum[outcome] ?? 0) + count;
  return sum;
}

/** Tries the cases before a real proxy, a real app and a real Backsoon; prints how many visitors got what. */
export function tryAll(proxy: ProxyName, cases: Case[]): void {
  const running = sharedService({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0" });
  const rows: string[] = [];
  afterAll(
    () =>
      void process.stdout.write(
        [`| ${proxy} | what visitors got |`, "| --- | --- |", ...rows, ""].join("\n"),
      ),
  );

  describe(`Visitors behind ${proxy}`, () => {
    const own = cases.filter(({ proxies = [proxy] }) => proxies.includes(proxy));
    it.each(own.map((each): [string, Case] => [each.name, each]))("%s", async (name, each) => {
      const got: Got = {};
      const unsaved: string[] = [];
      const app = await startApp(await freePort());
      const flags = temporaryFolder();
      // A proxy looks into it as another user.
      chmodSync(flags, 0o755);
      const services = (await each.services?.(proxy, running().url)) ?? [running().url];
      const address = `127.0.0.1:${app.port}`;
      const behind = { apps: (await each.apps?.(address)) ?? [address], services, flags };
      const options = typeof each.options === "function" ? await each.options() : (each.options ?? []);
      const configuration =
        (await each.own?.(behind, options)) ?? (await proxyCommand(proxy, behind, ["--whole", ...options]));
      const edited = each.edit?.(configuration, proxy) ?? configuration;
      const url = await startProxy(proxy, edited, { "8000": await freePort() });
      try {
        await each.play(stageOf({ proxy, url, app, backsoon: running(), flags, got, unsaved }));
      } finally {
        rows.push(rowOf(name, got));
      }
      expect(wrongOf(got, typeof each.must === "function" ? each.must(proxy) : each.must)).toEqual([]);
      const written = app.begun.filter(({ method }) => changing.has(method)).map(({ id }) => id);
      expect(written.filter((id, each) => written.indexOf(id) < each && !resent.has(id))).toEqual([]);
      // That nothing was received is said of nothing that the app has done.
      expect(unsaved.filter((id) => app.done.has(id))).toEqual([]);
    });
  });
}

interface Parts extends Pick<Stage, "proxy" | "url" | "app" | "backsoon"> {
  flags: string;
  got: Got;
  /** The ids of those who were told that nothing was received. */
  unsaved: string[];
}

function stageOf(parts: Parts): Stage {
  const { proxy, url, flags, got, unsaved } = parts;
  const noticed: string[] = [];
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
  const ask = async (kind: string, visited: Visited = {}): Promise<string> => {
    const id = newId();
    return judge(kind, await visit(url, { id, ...visited }), id);
  };
  const crowd = (): Crowd =>
    startCrowd(url, () => {
      const began = phase;
      return (outcome, id) => void judge(began === phase ? began.kind : "between", outcome, id);
    });
  const begin = (kind: string): void => {
    phase = { kind };
  };
  const beside = async (work: () => Promise<unknown>): Promise<void> => {
    const visitors = crowd();
    await visitors.goesOn(50);
    await work();
    await visitors.goesOn(50);
    await visitors.leaves();
  };
  const refused = async (): Promise<void> => {
    if (proxy !== "haproxy") return;
    begin("between two seconds");
    await sleep(2000);
  };
  const back = (): Promise<void> =>
    vi.waitFor(async () => {
      for (let each = 0; each < 20; each += 1) expect(await visit(url, {})).toBe("app");
    }, patient);
  const turn = (to: Position): Promise<void> => turnTo(proxy, flags, to);
  return {
    ...parts,
    noticed,
    turn,
    back,
    ask,
    count,
    crowd,
    phase: begin,
    beside,
    refused,
    reload: () => reloadProxy(proxy, url),
  };
}

/** Whether a proxy says of what its switch has kept from the app that nothing was received: none of these sends it again. */
export const saysUnsaved = (proxy: ProxyName): boolean => proxy === "nginx" || proxy === "caddy";

/** The methods by which something is changed at the app. */
export const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Does something so many times at once. */
export const together = (count: number, work: (each: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, each) => work(each)));
