import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { leftOverSeconds } from "../../schema/notice/expected-return.ts";
import { freePort } from "../../scripts/bench/harness.ts";
import { dashboardExpressions, readRules } from "../support/monitoring.ts";
import { readMetrics, startService } from "../support/service/service.ts";

/** The names of the series that a service gives to Prometheus. */
async function servedNames(): Promise<Set<string>> {
  const port = String(await freePort());
  await startService({ METRICS_PORT: port });
  const text = await readMetrics(port);
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? ["_bucket", "_sum", "_count"].map((suffix) => name + suffix) : [name],
  );
  return new Set(names);
}

it("The alerts and the dashboard use only metrics that the service exports", async () => {
  const text = [...readRules().map(({ expr }) => expr), ...dashboardExpressions()].join(" ");
  const named = text.match(/\b(?:backsoon|process|nodejs)_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  const served = await servedNames();
  expect(named.filter((name) => !served.has(name))).toEqual([]);
});

describe("The alerts", () => {
  it("each have test cases in which they fire and in which they do not", () => {
    const { tests } = parse(readFileSync("tests/trials/monitoring/prometheus-rules.test.yaml", "utf8"));
    interface Case {
      alertname: string;
      exp_alerts: object[];
    }
    const cases: Case[] = tests.flatMap((test: { alert_rule_test: Case[] }) => test.alert_rule_test);
    const names = (found: Case[]) => [...new Set(found.map(({ alertname }) => alertname))].sort();
    const alerts = readRules().map(({ alert }) => alert);
    expect(names(cases.filter(({ exp_alerts }) => exp_alerts.length > 0))).toEqual(alerts.toSorted());
    expect(names(cases.filter(({ exp_alerts }) => exp_alerts.length === 0))).toEqual(alerts.toSorted());
  });

  it("report an overdue return after the same time as `notice check`", () => {
    const rule = readRules().find(({ alert }) => alert === "BacksoonReturnOverdue");
    expect(rule?.expr).toBe(`backsoon_expected_return_seconds < -${leftOverSeconds}`);
  });
});
