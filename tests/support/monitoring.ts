import { readFileSync } from "node:fs";
import { parse } from "yaml";

interface Rule {
  alert: string;
  expr: string;
  annotations: Record<string, string>;
}

/** The alerts of the chart, which also work without it. */
export const rulesFile = "docs/deploy/chart/files/prometheus-rules.yaml";

/** The alerts that Prometheus loads, in the order of their file. */
export function readRules(): Rule[] {
  const { groups } = parse(readFileSync(rulesFile, "utf8"));
  return groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
}

/** The expressions of the dashboard's panels, with Grafana's variables filled in. */
export function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(readFileSync("docs/deploy/grafana-dashboard.json", "utf8"));
  return panels.flatMap(({ targets }: { targets: Rule[] }) =>
    targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "5m")),
  );
}
