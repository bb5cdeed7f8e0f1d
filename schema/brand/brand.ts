import type { FromSchema } from "json-schema-to-ts";
import { languageTags } from "../languages/tags.ts";
import { end, oneLine } from "../text/patterns.ts";
import type { BrandImage } from "./image.ts";

/** The kinds of links in the footer. The page has its own words for each. */
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
