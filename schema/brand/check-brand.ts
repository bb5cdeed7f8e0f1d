import type { ErrorObject } from "ajv";
import { showValue } from "../text/show-value.ts";
import { compileAll } from "../validation/ajv.ts";
import { type BrandDocument, brandSchema } from "./brand.ts";

let validate: ReturnType<typeof compileAll> | undefined;

/** A document as a brand, its texts in Unicode NFC, or all that is wrong with it, one sentence each. */
export function checkBrand(value: unknown): { document: BrandDocument } | { faults: string[] } {
  // Compiled when a brand is there: nobody else waits for it.
  validate ??= compileAll(brandSchema);
  const document = normalize(value);
  const faults = validate(document).map(explain);
  if (faults.length > 0) return { faults };
  const misled = urlsOf(document as BrandDocument).filter(([, url]) => !URL.canParse(url));
  if (misled.length > 0)
    return {
      faults: misled.map(([path, url]) => `${path} is ${showValue(url)}, which is not a URL: correct it.`),
    };
  return { document: document as BrandDocument };
}

function urlsOf({ home, links = [] }: BrandDocument): [path: string, url: string][] {
  return [
    ...(home === undefined ? [] : [["home", home] as [string, string]]),
    ...links.map(({ url }, index): [string, string] => [`links[${index}].url`, url]),
  ];
}

function normalize(value: unknown): unknown {
  if (typeof value === "string") return value.normalize("NFC");
  if (Array.isArray(value)) return value.map(normalize);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, normalize(part)]));
}

function explain({ keyword, instancePath, params, data, parentSchema }: ErrorObject): string {
  const path = instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
  const inside = (name: string): string => (path ? `${path}.${name}` : name);
  const rule = parentSchema?.description;
  switch (keyword) {
    case "required": {
      const missing = params.missingProperty;
      return `${inside(missing)} is missing: give it ${parentSchema?.properties?.[missing]?.description}.`;
    }
    case "additionalProperties":
      return `${inside(params.additionalProperty)} is unknown: remove it; what there is is ${Object.keys(parentSchema?.properties ?? {}).join(", ")}.`;
    case "type":
      if (!path) return `It is ${showValue(data)}, and must be a JSON object: begin with {"name": "…"}.`;
      return `${path} is ${showValue(data)}: give it ${rule}, or leave it out.`;
    case "maxLength":
      return `${path} has ${[...String(data)].length} characters: give it ${rule}.`;
    default:
      return `${path} is ${showValue(data)}: give it ${rule}.`;
  }
}
