import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export const chartFolder = "docs/deploy/chart";

/** The files for `kubectl` that are made from the chart, with Helm's options for each. */
export const manifests: Record<string, string[]> = {
  "docs/deploy/kubernetes.yaml": [],
  "docs/deploy/kubernetes-fleet.yaml": ["--values", join(chartFolder, "examples/fleet.yaml"), "--no-hooks"],
  "docs/deploy/kubernetes-fleet-init.yaml": [
    "--values",
    join(chartFolder, "examples/fleet.yaml"),
    "--show-only",
    "templates/init.yaml",
  ],
};

/** The chart and the alerts, which have a file of their own for those without Helm. */
export const copies = {
  "docs/deploy/prometheus-rules.yaml": join(chartFolder, "files/prometheus-rules.yaml"),
};

/** A manifest in its parts: what people wrote at its beginning, what was made from the chart, and the sum of both. */
export interface Manifest {
  comment: string;
  sum: string | undefined;
  made: string;
}

const parts = /^((?:#(?! `npm run manifests`).*\n)*)(?:# `npm run manifests` .* is (\w+)\.\n)?/;

/** Takes a manifest apart. */
export function readManifest(text: string): Manifest {
  const [whole = "", comment = "", sum] = parts.exec(text) ?? [];
  return { comment, sum, made: text.slice(whole.length) };
}

/** A manifest with what the chart makes now, under the comment that it has. */
export function makeManifest(helm: string, text: string, options: string[]): string {
  const { comment } = readManifest(text);
  const made = forKubectl(template(helm, options));
  return `${comment}# \`npm run manifests\` makes what follows from chart/; the sum of both is ${chartSum(made)}.\n${made}`;
}

/** What Helm makes of the chart, or of a package of it, for a release. @throws Error with what Helm says */
export function template(
  helm: string,
  options: string[],
  { release = "backsoon", chart = chartFolder } = {},
): string {
  return execFileSync(helm, ["template", release, chart, ...options], { encoding: "utf8", stdio: "pipe" });
}

/** What tells a chart, with what was made from it, from every other: whoever changes either makes the manifests anew. */
export function chartSum(made: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(chartFolder, { recursive: true, encoding: "utf8" }).sort();
  for (const file of names.map((name) => join(chartFolder, name)).filter((path) => statSync(path).isFile()))
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.update(made).digest("hex");
}

/** Without what is Helm's alone. */
function forKubectl(rendered: string): string {
  return rendered
    .replace(/^---\n/, "")
    .replace(/\n+(?=---\n)/g, "\n")
    .replace(/^# Source: .*\n/gm, "")
    .replace(/^ +app\.kubernetes\.io\/(?:instance|managed-by): .*\n/gm, "")
    .replace(/^ +annotations:\n(?:(?: +#.*\n)* +helm\.sh\/.*\n)+/gm, "");
}
