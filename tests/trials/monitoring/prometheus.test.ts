import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { dashboardExpressions, readRules, rulesFile } from "../../support/monitoring.ts";

function promtool(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(inject("promtool"), args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

describe("The alerts for Prometheus", () => {
  it("pass promtool", () => {
    const { status, output } = promtool("check", "rules", rulesFile);
    expect([status, output]).toEqual([
      0,
      expect.stringContaining(`SUCCESS: ${readRules().length} rules found`),
    ]);
  });

  it("fire in their test cases, and only there", () => {
    const { status, output } = promtool(
      "test",
      "rules",
      "tests/trials/monitoring/prometheus-rules.test.yaml",
    );
    expect([status, output]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });
});

describe("The scrape configuration", () => {
  it("passes promtool, with the alerts beside it", () => {
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

describe("The dashboard for Grafana", () => {
  it("has only expressions that promtool accepts", () => {
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
