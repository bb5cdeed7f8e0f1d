import type { FromSchema } from "json-schema-to-ts";
import { languageTags, ownTags } from "../languages/tags.ts";
import { email, languageTag, timeShape } from "../text/text.ts";
import { defaults } from "./defaults.ts";
import { type Text, textNames, textSchemas } from "./texts.ts";

const { title, message, expectedReturn } = textSchemas;

/** The texts of a notice in other languages, as a JSON Schema. `areComplete` says which texts each translation has. */
export const translations = {
  description:
    'an object of translations, each under the tag of its language, such as {"de": {"title": "Wir ziehen um"}}',
  type: "object",
  minProperties: 1,
  maxProperties: languageTags.length,
  propertyNames: { enum: languageTags },
  additionalProperties: {
    description: "an object with the same texts as the notice",
    type: "object",
    additionalProperties: false,
    minProperties: 1,
    properties: {
      title,
      message: { ...message, description: `1 to ${message.maxLength} characters, line breaks allowed` },
      expectedReturn: {
        ...expectedReturn,
        description: `one line of 1 to ${expectedReturn.maxLength} characters that is not a time`,
        not: { pattern: timeShape },
      },
    },
  },
} as const;

/** The condition under which ops have written a text: the page itself translates its defaults and times. */
const isWritten: Record<Text, object> = {
  title: { properties: { title: { not: { const: defaults.title } } } },
  message: { properties: { message: true }, required: ["message"] },
  expectedReturn: {
    properties: { expectedReturn: { type: "string", not: { pattern: timeShape } } },
    required: ["expectedReturn"],
  },
};

/** A schema of the notice whose translations all match `translation`. */
const ofEach = (translation: object): object => ({
  properties: {
    translations: { type: "object", additionalProperties: { type: "object", ...translation } },
  },
});

/** A translation has every text that ops have written, and no other. */
const areComplete = Object.entries(isWritten).map(([text, condition]) => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: ofEach({ properties: { [text]: true }, required: [text] }),
  else: ofEach({ properties: { [text]: false } }),
}));

/** Only those rules, as a schema. */
export const completeness = { type: "object", allOf: areComplete };

/** No translation is into the notice's own language. */
const areIntoOthers = languageTags.map((tag) => ({
  if: { properties: { language: { type: "string", pattern: ownTags(tag) } }, required: ["language"] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: { properties: { translations: { type: "object", properties: { [tag]: false } } } },
}));

const contactEmail = { type: "string", minLength: 1, maxLength: 254, pattern: email } as const;
const language = { type: "string", minLength: 1, maxLength: 35, pattern: languageTag } as const;

/** The shape of a notice, without the rules between its translations and its other fields. */
export const noticeShape = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: "https://backsoon.example/notice.schema.json",
  title: "Notice",
  description: "What visitors are told while the app is away. Its texts are in Unicode NFC.",
  type: "object",
  additionalProperties: false,
  required: ["isEnabled", "title", "contactEmail"],
  properties: {
    isEnabled: {
      description: "the value true, always",
      const: true,
      default: defaults.isEnabled,
    },
    title: { ...textSchemas.title, default: defaults.title },
    message: textSchemas.message,
    expectedReturn: textSchemas.expectedReturn,
    contactEmail: {
      description: `an e-mail address of at most ${contactEmail.maxLength} characters, such as ${defaults.contactEmail}`,
      ...contactEmail,
      default: defaults.contactEmail,
    },
    language: {
      description: `a language tag (BCP 47) of at most ${language.maxLength} characters in canonical case, such as en, pt-BR or zh-Hant`,
      ...language,
    },
    translations,
  },
} as const;

/**
 * The JSON Schema of a notice, published at `/api/notice/schema`. Each `description` is the rule in words.
 * @see https://json-schema.org/draft-07
 */
export const noticeSchema = { ...noticeShape, allOf: [...areComplete, ...areIntoOthers] };

/** A valid notice: optional fields may be absent, but never `null` or empty. */
export type Notice = Readonly<FromSchema<typeof noticeShape>>;

/** The texts of a notice in another language, by the tags of the page's languages. */
export type Translations = NonNullable<Notice["translations"]>;
export type Translation = Translations[string];

export type Field = keyof typeof noticeShape.properties;

export const fields = Object.keys(noticeShape.properties) as Field[];

export const optionalFields = fields.filter(
  (field) => !(noticeShape.required as readonly string[]).includes(field),
);

/** The notice as one line of JSON in a fixed order: equal notices give equal texts. */
export function serialize(notice: Notice): string {
  const { translations } = notice;
  return JSON.stringify(pick({ ...notice, translations: translations && inOrder(translations) }, fields));
}

function inOrder(translations: Translations): Translations {
  const known = languageTags.filter((tag) => translations[tag] !== undefined);
  return Object.fromEntries(known.map((tag) => [tag, pick({ ...translations[tag] }, textNames)]));
}

function pick<T extends object>(value: T, names: readonly (keyof T)[]): object {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

/** How deep the texts of a notice are: in a field, or in a field of a translation. */
const levels = 3;

/**
 * The text of a field in Unicode NFC with LF at the end of lines. Other separators of lines, which word processors
 * leave, become LF, or a blank in a field of one line. A shell's `$(cat FILE)` removes the last LF, and leaves the CR of
 * a CR LF.
 * @see https://www.unicode.org/reports/tr15/
 */
export function normalizeText(text: string, field: string): string {
  const separator = field === "title" || field === "expectedReturn" ? " " : "\n";
  return text
    .normalize("NFC")
    .replace(/[\v\u0085\u2028\u2029]/g, separator)
    .replace(/\r\n|\r$/g, "\n");
}

/** A value with the texts of a notice normalised. */
export function normalizeTexts(value: unknown, field = "", depth: number = levels): unknown {
  if (typeof value === "string") return normalizeText(value, field);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (depth === 0 || !isObject) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, normalizeTexts(part, name, depth - 1)]),
  );
}
