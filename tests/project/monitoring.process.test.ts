import { expect, it } from "vitest";
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

it("The alerts report an overdue return after the same time as `notice check`", () => {
  const rule = readRules().find(({ alert }) => alert === "BacksoonReturnOverdue");
  expect(rule?.expr).toBe(`backsoon_expected_return_seconds < -${leftOverSeconds}`);
});

it("The alerts fill only the name of the instance into their texts", () => {
  const texts = readRules().flatMap(({ annotations }) => Object.values(annotations));
  const templates = texts.flatMap((text) => text.match(/\{\{.*?\}\}/g) ?? []);
  expect(new Set(templates)).toEqual(new Set(["{{ $labels.instance }}"]));
});
