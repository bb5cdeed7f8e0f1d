import { parse } from "yaml";
import { secretNames, settings } from "../../schema/settings/settings-schema.ts";

/** The chart sets these itself, or only programs outside of pods use them. */
const notInPods =
  /^(?:PORT|DATABASE|STATE_DIR|NODE_NAME|METRICS_(?:PORT|HOST)|BRAND_DIR|EDITOR_ORIGIN|EXPORT_DIR|SWITCH)$/;
/** Kubernetes checks the content. */
const open = { type: "object" };

/** Types that the build cannot read from `values.yaml`. */
const byPath: Record<string, object> = {
  "/settings": closed(
    settings
      .filter(([name, { secret }]) => !secret && !notInPods.test(name))
      .map(([name, { type }]) => [name, { type }]),
  ),
  "/secretSettings/keys": {
    type: "array",
    items: { enum: secretNames.filter((name) => name !== "DATABASE_PASSWORD") },
  },
  // With null, the cluster chooses.
  "/user": { type: ["integer", "null"] },
  "/resources": open,
};

/** The JSON Schema, draft 7, of the chart's values, as text: names and types as in `values.yaml`. */
export function chartSchema(yaml: string): string {
  const values = typeOf("", { global: {}, ...parse(yaml) });
  const schema = { $schema: "http://json-schema.org/draft-07/schema#", ...values };
  // One line for each group of values.
  const lines = JSON.stringify(schema, null, 1).replace(/\n *(?! *"(?!properties")\w+": \{)/g, " ");
  return lines.replace(/\n +(?="\w+": \{ "type": "(?!object))/g, " ");
}

function typeOf(path: string, value: unknown): object {
  if (byPath[path]) return byPath[path];
  if (Array.isArray(value)) return { type: "array" };
  if (typeof value === "number") return { type: "integer" };
  if (typeof value !== "object" || value === null) return { type: typeof value };
  const entries = Object.entries(value);
  return entries.length === 0
    ? open
    : closed(entries.map(([key, own]) => [key, typeOf(`${path}/${key}`, own)]));
}

function closed(properties: [string, object][]): object {
  return { type: "object", additionalProperties: false, properties: Object.fromEntries(properties) };
}
