import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { inject } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { temporaryFolder } from "../../support/folder.ts";

export const chartFolder = "docs/deploy/chart";

/** An object of Kubernetes. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another form, which its schema checks.
  spec: any;
}

/** What Helm makes of the chart, or of a package of it, for a release. @throws Error with what Helm says */
export function template(options: string[], { release = "backsoon", chart = chartFolder } = {}): string {
  const args = ["template", release, chart, ...options];
  return execFileSync(inject("helm"), args, { encoding: "utf8", stdio: "pipe" });
}

/** The objects of a manifest, or of several. */
export function readManifest(text: string): Resource[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((resource) => resource !== null);
}

/** A file with values, for Helm. */
function valuesFile(values: object): string {
  const file = join(temporaryFolder(), "values.yaml");
  writeFileSync(file, stringify(values));
  return file;
}

/** The objects that Helm makes of the chart with values. */
export function render(values: object, release = "backsoon"): Resource[] {
  return readManifest(template(["--values", valuesFile(values)], { release }));
}

/** What Helm says of the chart with values, and how it ends. */
export function lint(values: object): { status: number | null; output: string } {
  const args = ["lint", "--strict", chartFolder, "--values", valuesFile(values)];
  const { status, stdout, stderr } = spawnSync(inject("helm"), args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** The package that has the schema of an object. */
function packageOf({ apiVersion }: Resource): string {
  if (apiVersion.startsWith("gateway.")) return "@kubernetes-models/gateway-api";
  if (apiVersion.startsWith("monitoring.")) return "@kubernetes-models/prometheus-operator";
  return "kubernetes-models";
}

/** Holds an object to its schema. @throws Error that names what is wrong */
export async function validate(resource: Resource): Promise<void> {
  const { apiVersion, kind } = resource;
  const folder = join(inject("kubernetesModels"), "node_modules", packageOf(resource), apiVersion);
  const models = await import(join(folder, "index.js"));
  new models[kind](resource).validate();
}

/**
 * What the types of Kubernetes do not know in the objects, as the compiler says it: a schema lets a field pass that has
 * another name than it should. Empty if they know everything.
 */
export function unknownFields(resources: Resource[]): string {
  const folder = join(inject("kubernetesModels"), "rendered");
  mkdirSync(folder, { recursive: true });
  const lines = resources.map((resource, index) => {
    const module = `${packageOf(resource)}/${resource.apiVersion}`;
    const type = `import("${module}", { with: { "resolution-mode": "import" } }).I${resource.kind}`;
    return `export const resource${index}: ${type} = ${JSON.stringify(resource)};`;
  });
  writeFileSync(join(folder, "rendered.ts"), lines.join("\n"));
  const options = { module: "NodeNext", strict: true, noEmit: true, skipLibCheck: true, types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
  const { stdout } = spawnSync(resolve("node_modules/.bin/tsc"), ["--project", folder], { encoding: "utf8" });
  return stdout;
}
