import type { ErrorObject } from "ajv";
import type { FromSchema } from "json-schema-to-ts";
import { languageTags, nearestTag } from "../languages/tags.ts";
import { end, nearest, oneLine, showValue } from "../text/text.ts";
import { compile, type FindErrors } from "../validation/ajv.ts";
import { firstOfEachPart } from "../validation/parts.ts";
import type { BrandImage } from "./image.ts";

const linkKinds = ["status", "imprint", "privacy", "social"] as const;
export type LinkKind = (typeof linkKinds)[number];

// Only URL characters: no spaces, quotes or brackets, wherever the URL is written later.
const address = "[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]{1,5})?(?:[/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?";

const url = {
  description: "an https URL of at most 500 characters, such as https://example.com",
  type: "string",
  maxLength: 500,
  pattern: `^https://${address}${end}`,
} as const;

const link = {
  description:
    "an https, http, mailto or tel URL of at most 500 characters, such as https://example.com or tel:+4930901820",
  type: "string",
  maxLength: 500,
  pattern: `^(?:https?://${address}|mailto:[A-Za-z0-9._~!$&'*+%-]+@[A-Za-z0-9.-]+|tel:\\+?[0-9.()-]+)${end}`,
} as const;

const text = (maxLength: number) =>
  ({
    description: `one line of 1 to ${maxLength} characters`,
    type: "string",
    minLength: 1,
    maxLength,
    pattern: oneLine,
  }) as const;

/** A sentence that replaces one of the page's. Braces are refused, because visitors would see them. */
const sentence = {
  description: "one line of 1 to 200 characters without { and }",
  type: "string",
  minLength: 1,
  maxLength: 200,
  pattern: `^(?![\\s\\S]*[{}])${oneLine}`,
} as const;
const sentenceWithTime = {
  ...sentence,
  description: "one line of 1 to 200 characters with {time} in it once, and no other { and }",
  pattern: `^(?=[^{}]*\\{time\\}[^{}]*${end})${oneLine}`,
} as const;

/**
 * The JSON Schema of `brand.json`. Each `description` is the rule in words.
 * @see https://json-schema.org/draft-07
 */
export const brandSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: "https://backsoon.example/brand.schema.json",
  title: "Brand",
  description: "Whose page the notice is. Pictures are files beside it.",
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: text(60),
    showName: {
      description: "true, or false where the logo has the name in it",
      type: "boolean",
    },
    home: url,
    accent: {
      description: 'a colour as "#" and six hexadecimal digits, such as #0b6e4f',
      type: "string",
      pattern: `^#[0-9A-Fa-f]{6}${end}`,
    },
    footer: text(200),
    links: {
      description: "a list of 1 to 8 links",
      type: "array",
      minItems: 1,
      maxItems: 8,
      items: {
        description: "an object with kind and url, and label if the page's own word does not do",
        type: "object",
        additionalProperties: false,
        required: ["kind", "url"],
        properties: {
          kind: { description: `one of ${linkKinds.join(", ")}`, enum: linkKinds },
          url: link,
          label: text(40),
        },
      },
    },
    texts: {
      description:
        'an object with sentences for each language, such as {"de": {"needHelp": "Brauchst du Hilfe?"}}',
      type: "object",
      propertyNames: { enum: languageTags },
      additionalProperties: {
        description: 'an object with sentences of the page, such as {"needHelp": "Need a hand?"}',
        type: "object",
        additionalProperties: false,
        // The title and the message are the notice's.
        properties: {
          expectedReturn: sentence,
          needHelp: sentence,
          thanks: sentence,
          overdue: sentence,
          backTitle: sentence,
          opening: sentence,
          reload: sentence,
          leaveOpen: sentence,
          unreachable: sentence,
          updated: sentenceWithTime,
          updatedNow: sentence,
          changed: sentence,
          noReturnKnown: sentence,
          unsaved: sentence,
          unsure: sentence,
        },
      },
    },
  },
} as const;

/** A valid `brand.json`. */
export type BrandDocument = Readonly<FromSchema<typeof brandSchema>>;

/** Sentences in place of the page's own, by the tag of its language. */
export type BrandTexts = NonNullable<BrandDocument["texts"]>;

/** The pictures of a brand, each a file beside its document. */
export type PictureName = "logo" | "logo-dark" | "favicon";

/** A brand: its document and its pictures. */
export interface Brand {
  document: BrandDocument;
  images: Partial<Record<PictureName, BrandImage>>;
}

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
