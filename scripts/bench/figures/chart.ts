import { init } from "echarts";
import type { Scheme } from "../../../schema/brand/schemes.ts";
import type { TableRow } from "./row.ts";

/** The rows that are drawn: work that all servers of a page do. */
const drawn = "page, gzip, 50 connections: CPU time";
const names: Record<string, string> = {
  "bare `node:http`": "bare node:http",
  nginx: "nginx",
  haproxy: "HAProxy",
  caddy: "Caddy",
};
const colors: Record<Scheme, { ours: string; others: string; text: string }> = {
  light: { ours: "#b45309", others: "#a8a29e", text: "#292524" },
  dark: { ours: "#fbbf24", others: "#78716c", text: "#e7e5e4" },
};

/** The CPU time per request of Backsoon and of what it was measured against, as an SVG; undefined without such rows. */
export function chart(rows: TableRow[], scheme: Scheme): string | undefined {
  const { ours, others, text } = colors[scheme];
  const measured = rows.flatMap(({ what, against, figure }) =>
    what === drawn && figure !== undefined ? [{ name: names[against] ?? against, value: 1 / figure }] : [],
  );
  if (measured.length === 0) return undefined;
  // The first category stands at the bottom.
  const bars = [...measured, { name: "Backsoon", value: 1 }].sort((one, other) => other.value - one.value);
  const drawing = init(null, null, { renderer: "svg", ssr: true, width: 720, height: 60 + 36 * bars.length });
  drawing.setOption({
    animation: false,
    textStyle: { fontFamily: "system-ui, sans-serif", color: text },
    title: {
      text: "CPU time per request, Backsoon = 1 (less is better)",
      textStyle: { fontSize: 15, color: text },
    },
    grid: { left: 120, right: 60, top: 40, bottom: 10 },
    xAxis: { show: false },
    yAxis: {
      type: "category",
      data: bars.map(({ name }) => name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { fontSize: 14, color: text },
    },
    series: [
      {
        type: "bar",
        barWidth: 20,
        data: bars.map(({ name, value }) => ({
          value: Math.round(value * 100) / 100,
          itemStyle: { color: name === "Backsoon" ? ours : others },
        })),
        label: { show: true, position: "right", fontSize: 14, color: text },
      },
    ],
  });
  const svg = drawing.renderToSVGString();
  drawing.dispose();
  return svg;
}
