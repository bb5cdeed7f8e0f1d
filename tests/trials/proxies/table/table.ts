import { afterAll, describe, expect, it } from "vitest";
import { changing, resent } from "../../../support/network/visitors.ts";
import { sharedService } from "../../../support/service/service.ts";
import type { ProxyName } from "../../../support/setup/programs.ts";
import { startApp } from "../support/app.ts";
import { type Allowed, type Got, type Must, stageOf, sumOf } from "../support/stage.ts";
import { appCases } from "./app.ts";
import { choiceCases } from "./choices.ts";
import { nameCases } from "./names.ts";
import { nginxCases } from "./nginx.ts";
import { openPageCases } from "./open-pages.ts";
import { switchCases } from "./switch.ts";
import { visitorCases } from "./visitors.ts";

const cases = [
  ...[...appCases, ...switchCases, ...visitorCases, ...choiceCases],
  ...[...nginxCases, ...nameCases, ...openPageCases],
];

function fits(outcome: string, allowed: Allowed): boolean {
  if (Array.isArray(allowed)) return allowed.some((each) => fits(outcome, each));
  if (allowed === "notice") return outcome === "notice" || outcome === "notice, unsaved";
  return typeof allowed === "string" ? outcome === allowed : allowed.test(outcome);
}

const between: Must = { between: ["app", "notice"], "between two seconds": /./ };

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

/** A row of the printed table. More than eight kinds become one sum. */
function rowOf(name: string, got: Got): string {
  const kinds = Object.entries(got);
  const brief: Got = kinds.length > 8 ? { requests: sumOf(kinds.map(([, outcomes]) => outcomes)) } : got;
  const cells = Object.entries(brief).map(([kind, outcomes]) => {
    const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
    return `${kind}: ${counts.join(", ")}`;
  });
  return `| ${name} | ${cells.join("; ")} |`;
}

/** Plays the cases with a real proxy, app and Backsoon, and prints how many visitors got what. */
export function tryAll(proxy: ProxyName): void {
  const running = sharedService({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0" });
  const rows = [`| ${proxy} | what visitors got |`, "| --- | --- |"];
  afterAll(() => void process.stdout.write(`${rows.join("\n")}\n`));

  describe(`Visitors behind ${proxy}`, () => {
    const own = cases.filter(({ proxies = [proxy] }) => proxies.includes(proxy));
    it.each(own.map((each) => [each.name, each] as const))("%s", async (name, { play, must }) => {
      const got: Got = {};
      const unsaved: string[] = [];
      const app = await startApp();
      try {
        await play(stageOf({ proxy, app, backsoon: running(), got, unsaved }));
      } finally {
        rows.push(rowOf(name, got));
      }
      expect(wrongOf(got, typeof must === "function" ? must(proxy) : must)).toEqual([]);
      const written = app.begun.filter(({ method }) => changing.has(method)).map(({ id }) => id);
      expect(written.filter((id, each) => written.indexOf(id) < each && !resent.has(id))).toEqual([]);
      expect(unsaved.filter((id) => app.done.has(id))).toEqual([]);
    });
  });
}
