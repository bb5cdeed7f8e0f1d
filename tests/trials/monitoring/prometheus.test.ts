import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { dashboardExpressions, readRules, rulesFile } from "../../support/monitoring.ts";

const rules = readFileSync(rulesFile, "utf8");
const tests = readFileSync("tests/trials/monitoring/prometheus-rules.test.yaml", "utf8");

function promtool(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(inject("promtool"), args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** Runs the tests of the alerts on other rules than the shipped ones. */
function testRules(changed: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "rules.yaml"), changed);
  const file = join(folder, "test.yaml");
  writeFileSync(file, tests.replace(`../../../${rulesFile}`, "rules.yaml"));
  return promtool("test", "rules", file);
}

describe("the alerts for Prometheus", () => {
  it("are rules that it takes", () => {
    const { status, output } = promtool("check", "rules", rulesFile);
    expect([status, output]).toEqual([
      0,
      expect.stringContaining(`SUCCESS: ${readRules().length} rules found`),
    ]);
  });

  it("fire when they should, and only then", () => {
    const { status, output } = promtool(
      "test",
      "rules",
      "tests/trials/monitoring/prometheus-rules.test.yaml",
    );
    expect([status, output]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });

  it.each([
    ...readRules().map(({ alert }): [string, string] => [`alert: ${alert}`, `alert: ${alert}s`]),
    ["backsoon_store_up == 0", "backsoon_store_up == 1"],
    ["for: 1m", "for: 3m"],
    ["< -3600", "< -3599"],
    ["increase(backsoon_log_lines_dropped_total[15m]) > 0", "backsoon_log_lines_dropped_total > 0"],
    ['{format!="other"}', ""],
    ["> 0.1", "> 0.01"],
    ["unless", "and"],
    ["backsoon_expected_return_seconds > 0", "backsoon_expected_return_seconds"],
    ["for: 5m", "for: 30m"],
    ['expr: up{job="backsoon"} == 0', "expr: up == 0"],
    ["for: 2m", "for: 1m"],
    ['absent(up{job="backsoon"})', "absent(up)"],
    ['absent(up{job="backsoon"})\n        for: 5m', 'absent(up{job="backsoon"})\n        for: 4m'],
  ])("have tests that fail with a wrong rule: %s → %s", (right, wrong) => {
    expect(rules.split(right).length).toBeGreaterThan(1);
    expect(testRules(rules).status).toBe(0);
    expect(testRules(rules.replace(right, wrong)).output).toContain("FAILED");
  });
});

describe("the scrape configuration", () => {
  it("is one that Prometheus takes, with the alerts beside it", () => {
    const folder = temporaryFolder();
    for (const file of ["docs/deploy/prometheus.yaml", rulesFile])
      copyFileSync(file, join(folder, basename(file)));
    const { status, output } = promtool("check", "config", join(folder, "prometheus.yaml"));
    expect([status, output]).toEqual([
      0,
      expect.stringContaining(`SUCCESS: ${readRules().length} rules found`),
    ]);
  });
});

describe("the dashboard for Grafana", () => {
  it("asks Prometheus in expressions that it takes", () => {
    const file = join(temporaryFolder(), "rules.yaml");
    const check = (expressions: string[]) => {
      const recorded = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
      writeFileSync(file, JSON.stringify({ groups: [{ name: "panels", rules: recorded }] }));
      return promtool("check", "rules", file).status;
    };
    expect(dashboardExpressions().length).toBeGreaterThan(5);
    expect(check(dashboardExpressions())).toBe(0);
    expect(check([...dashboardExpressions(), "sum by ((x)"])).toBe(1);
  });
});
