import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { inject } from "vitest";
import { parseAllDocuments, stringify } from "yaml";

export const chartFolder = "docs/deploy/chart";
const modules = join(inject("programs")["kubernetes-models"], "../..");

export interface Named {
  name: string;
}

/** An object of Kubernetes. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: Named & { annotations?: object };
  data?: object;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another form, which its schema checks.
  spec: any;
}

/** What Helm prints, with values from standard input. @throws Error with Helm's message */
const helm = (input: string, ...args: string[]): string =>
  execFileSync(inject("helm"), args, { encoding: "utf8", stdio: "pipe", input });

/** The manifest that Helm renders for a release. */
export const template = (options: string[], release = "backsoon", input = ""): string =>
  helm(input, "template", release, chartFolder, ...options);

/** The objects of a manifest. */
export function readManifest(text: string): Resource[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((resource) => resource !== null);
}

/** The objects that Helm renders with values. */
export function render(values: object, release?: string): Resource[] {
  return readManifest(template(["--values", "-"], release, stringify(values)));
}

export const lint = (values: object): string =>
  helm(stringify(values), "lint", "--strict", chartFolder, "--values", "-");

/** The package with the schema of an object. */
function packageOf({ apiVersion }: Resource): string {
  if (apiVersion.startsWith("gateway.")) return "@kubernetes-models/gateway-api";
  if (apiVersion.startsWith("monitoring.")) return "@kubernetes-models/prometheus-operator";
  return "kubernetes-models";
}

/** Holds an object to its schema. @throws Error that names the fault */
export async function validate(resource: Resource): Promise<void> {
  const { apiVersion, kind } = resource;
  const folder = join(modules, packageOf(resource), apiVersion);
  const models = await import(join(folder, "index.js"));
  new models[kind](resource).validate();
}

/** The compiler's messages about fields that are not in Kubernetes' types, because schemas let misspelled fields pass. */
export function unknownFields(resources: Resource[]): string {
  const folder = join(modules, "../rendered");
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
