import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { dashboardExpressions, readRules, rulesFile } from "../../support/monitoring.ts";

/** The exit code of promtool, and what it prints. */
function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(inject("programs").promtool, args, { encoding: "utf8" });
  return `${status} ${(stdout + stderr).trim()}`;
}
const found = expect.stringMatching(new RegExp(`^0 .*SUCCESS: ${readRules().length} rules found$`, "s"));

/** A figure of an instance, minute by minute. */
const of = (instance: string, metric = "up", labels = "") =>
  `${metric}{job="backsoon",instance="${instance}"${labels}}`;
const pages = (instance: string) =>
  of(instance, "backsoon_responses_total", ',format="html",language="de",status="5xx"');

const storeUp = (instance: string) => of(instance, "backsoon_store_up");
const isExpected = (instance: string) => of(instance, "backsoon_expected_return_seconds");

/** Figures by series, and the instances for which the alert fires, by minute. */
type Case = [alert: string, why: string, series: Record<string, string>, fires: Record<number, string[]>];
const cases: Case[] = [
  [
    "critical BacksoonStoreDown",
    "a store is down for longer than a minute",
    { [storeUp("a")]: "1 1 0 0 0 0 1 1", [storeUp("b")]: "1 1 0 1 1 1 1 1" },
    { 1: [], 2: [], 4: ["a"], 6: [] },
  ],
  [
    "warning BacksoonReturnOverdue",
    "an expected return passed more than an hour ago, not if there is none",
    { [isExpected("a")]: "120-60x90", [storeUp("b")]: "1x90" },
    { 0: [], 62: [], 63: ["a"] },
  ],
  [
    "warning BacksoonLogLinesDropped",
    "log lines are dropped, not if they were dropped before",
    {
      [of("a", "backsoon_log_lines_dropped_total")]: "0x5 7x30",
      [of("b", "backsoon_log_lines_dropped_total")]: "7x36",
    },
    { 5: [], 10: ["a"], 30: [] },
  ],
  [
    "critical BacksoonVisitorsUnexpected",
    "visitors come while no return lies ahead: none is known for a, and the time of b passes",
    {
      [pages("a")]: "0x5 5+5x30",
      [pages("a").replace("html", "json")]: "0x5 5+5x30",
      [pages("b")]: "0+20x36",
      [isExpected("b")]: "900-60x36",
    },
    { 10: [], 14: ["a"], 22: ["a", "b"] },
  ],
  [
    "critical BacksoonVisitorsUnexpected",
    "more visitors come than a few, without open pages and health checks, and not if a return lies ahead",
    {
      [pages("a")]: "0+600x40",
      [isExpected("a")]: "7200-60x40",
      [pages("b")]: "0+5x40",
      [pages("c").replace("html", "other").replace("5xx", "2xx")]: "0+600x40",
    },
    { 20: [], 40: [] },
  ],
  [
    "critical BacksoonDown",
    "a Backsoon gives no metrics for two minutes, not if another job gives none",
    {
      [of("a")]: "1 1 0 0 0 0 0 1",
      [of("b")]: "1 0 1 1 1 1 1 1",
      [of("c").replace("backsoon", "app")]: "0x8",
    },
    { 1: [], 3: [], 4: ["a"], 7: [] },
  ],
  [
    "warning BacksoonNotScraped",
    "Prometheus asks no Backsoon any more, not if a Backsoon is down",
    { [of("a")]: "0 1 stale _ _ _ _ _ _ _ 1", [of("c").replace("backsoon", "app")]: "1x10" },
    { 0: [], 1: [], 6: [], 7: [""], 10: [] },
  ],
];

describe("The alerts for Prometheus", () => {
  it("pass promtool, each with a case below", () => {
    expect(promtool("check", "rules", rulesFile)).toEqual(found);
    const tried = cases.map(([alert]) => alert.split(" ")[1]);
    expect(new Set(tried)).toEqual(new Set(readRules().map(({ alert }) => alert)));
  });

  it.each(cases)("%s fires only if %s", (alert, _why, series, fires) => {
    const [severity, name] = alert.split(" ");
    const file = join(temporaryFolder(), "test.yaml");
    const expr = `count by (instance, severity) (ALERTS{alertname="${name}",alertstate="firing"})`;
    const labels = (instance: string) => `{${instance && `instance="${instance}",`}severity="${severity}"}`;
    const test = {
      interval: "1m",
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: Object.entries(fires).map(([minute, instances]) => ({
        expr,
        eval_time: `${minute}m`,
        exp_samples: instances.map((instance) => ({ labels: labels(instance), value: 1 })),
      })),
    };
    const rules = { rule_files: [resolve(rulesFile)], evaluation_interval: "1m", tests: [test] };
    writeFileSync(file, JSON.stringify(rules));
    expect(promtool("test", "rules", file)).toMatch(/^0 .*SUCCESS$/s);
  });
});

it("The scrape configuration passes promtool, with the alerts beside it", () => {
  const folder = temporaryFolder();
  for (const file of ["docs/deploy/prometheus.yaml", rulesFile])
    copyFileSync(file, join(folder, basename(file)));
  expect(promtool("check", "config", join(folder, "prometheus.yaml"))).toEqual(found);
});

it("The dashboard for Grafana has only expressions that promtool accepts", () => {
  const file = join(temporaryFolder(), "rules.yaml");
  const check = (expressions: string[]) => {
    const rules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: "panels", rules }] }));
    return promtool("check", "rules", file);
  };
  expect(dashboardExpressions().length).toBeGreaterThan(5);
  expect(check(dashboardExpressions())).toMatch(/^0 /);
  expect(check([...dashboardExpressions(), "sum by ((x)"])).toMatch(/^1 /);
});
