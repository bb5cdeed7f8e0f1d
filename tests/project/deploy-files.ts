import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

/** An object of Kubernetes. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another form, which its schema checks.
  spec: any;
}

/** The text of a file in `docs/deploy/`. */
export const readDeployFile = (name: string): string => readFileSync(`docs/deploy/${name}`, "utf8");

/** The objects of a manifest in `docs/deploy/`. */
export const readManifest = (name: string): Resource[] =>
  parseAllDocuments(readDeployFile(name)).map((document) => document.toJS());
