import type { ErrorObject } from "ajv";
import { nearestTag } from "../languages/nearest.ts";
import { languageTags } from "../languages/tags.ts";
import { nearest } from "../text/nearest.ts";
import { showValue } from "../text/show-value.ts";
import { compile, type FindErrors } from "../validation/ajv.ts";
import { firstOfEachPart } from "../validation/parts.ts";
import { type BrandDocument, brandSchema } from "./brand.ts";

let findErrors: FindErrors | undefined;

/** Returns a brand document with its texts in Unicode NFC, or a sentence for each fault. */
export function checkBrand(value: unknown): { document: BrandDocument } | { faults: string[] } {
  // Compiled on first use: most installations have no brand.
  findErrors ??= compile(brandSchema);
  const document = normalize(value);
  const faults = firstOfEachPart(findErrors(document)).map(explain);
  return faults.length > 0 ? { faults } : { document: document as BrandDocument };
}

function normalize(value: unknown): unknown {
  if (typeof value === "string") return value.normalize("NFC");
  if (Array.isArray(value)) return value.map(normalize);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, normalize(part)]));
}

/** The required parts: the name, and the kind and URL of a link. */
const isRequired = /^(?:name|links\[\d+\]\.(?:kind|url))$/;

function explain(error: ErrorObject): string {
  const { keyword, instancePath, params, data, parentSchema, propertyName } = error;
  const path = instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
  const inside = (name: string): string => (path ? `${path}.${name}` : name);
  const rule = parentSchema?.description;
  if (propertyName !== undefined) {
    const near = nearestTag(propertyName);
    const fix = near
      ? `write ${near} if you mean that, or remove it`
      : `write one of ${languageTags.join(", ")}`;
    return `${inside(propertyName)} is not one of the page's languages: ${fix}.`;
  }
  switch (keyword) {
    case "required": {
      const missing = params.missingProperty;
      return `${inside(missing)} is missing: give it ${parentSchema?.properties?.[missing]?.description}.`;
    }
    case "additionalProperties":
      return explainUnknown(params.additionalProperty, inside, Object.keys(parentSchema?.properties ?? {}));
    case "type":
      if (!path) return `It is ${showValue(data)}, and must be a JSON object: begin with {"name": "…"}.`;
      return `${path} is ${showValue(data)}: give it ${rule}${isRequired.test(path) ? "" : ", or leave it out"}.`;
    case "maxLength":
      return `${path} has ${[...String(data)].length} characters: give it ${rule}.`;
    default:
      return `${path} is ${showValue(data)}: give it ${rule}.`;
  }
}

function explainUnknown(name: string, inside: (name: string) => string, known: string[]): string {
  const meant = nearest(name, known);
  return meant === undefined
    ? `${inside(name)} is not known here: remove it; the names are ${known.join(", ")}.`
    : `${inside(name)} is not known here (did you mean ${meant}?): correct the name, or remove it.`;
}
