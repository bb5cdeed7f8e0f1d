import type { FromSchema } from "json-schema-to-ts";
import { defaults } from "./defaults.ts";

// The patterns below mean the same in ECMA-262, with and without its `u` flag, and in Python's `re`, so that the
// published schema alone is enough for the validators that our users run.
const control = "\\u0000-\\u001F\\u007F-\\u009F";
const controlButLineFeed = "\\u0000-\\u0009\\u000B-\\u001F\\u007F-\\u009F";
const surrogate = "\\uD800-\\uDFFF";
/** A character beyond the BMP, as seen by an engine that knows only UTF-16 code units. */
const pair = "[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]";
/** The end of the text; with `$`, Python would accept a trailing line feed. */
const end = "(?![\\s\\S])";
/** White space and invisible characters: a text of nothing else would leave the page blank. */
const blank =
  "\\u0020\\u00A0\\u00AD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F\\u2000-\\u200F" +
  "\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB";

const visible = `(?:[^${control}${surrogate}${blank}]|${pair})`;
const oneLine = `^[${blank}]*${visible}(?:[^${control}${surrogate}]|${pair})*${end}`;
const lines = `^[${blank}\\n]*${visible}(?:[^${controlButLineFeed}${surrogate}]|${pair})*${end}`;

const atext = "[A-Za-z0-9!#$&'*+/=^_`{|}~-]+";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const topLabel = "[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])";
/** The dot-atom form of RFC 5321 at a domain of two labels or more; no `?` or `%`, which steer a mailto link. */
const email = `^(?=.{1,64}@)${atext}(?:\\.${atext})*@(?:${label}\\.)+${topLabel}${end}`;

/**
 * The JSON Schema of a notice, published at `/api/notice/schema`. Each `description` is the rule in words.
 * @see https://json-schema.org/draft-07
 */
export const noticeSchema = {
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
    title: {
      description: "one line of 1 to 120 characters",
      type: "string",
      minLength: 1,
      maxLength: 120,
      pattern: oneLine,
      default: defaults.title,
    },
    message: {
      description:
        "1 to 2000 characters, line breaks (\\n) allowed; the page has a default when it is absent",
      type: "string",
      minLength: 1,
      maxLength: 2000,
      pattern: lines,
    },
    expectedReturn: {
      description:
        "an RFC 3339 time with an offset, such as 2026-11-21T18:30:00+01:00, or one line of 1 to 200 characters",
      type: "string",
      minLength: 1,
      maxLength: 200,
      pattern: oneLine,
    },
    contactEmail: {
      description: "an e-mail address of at most 254 characters, such as support@example.com",
      type: "string",
      minLength: 1,
      maxLength: 254,
      pattern: email,
      default: defaults.contactEmail,
    },
  },
} as const;

/** A valid notice: optional fields may be absent, but never `null` or empty. */
export type Notice = Readonly<FromSchema<typeof noticeSchema>>;

export type Field = keyof typeof noticeSchema.properties;

/** The names of a notice's fields, in the order used everywhere. */
export const fields = Object.keys(noticeSchema.properties) as Field[];

/** The fields that may be absent. */
export const optionalFields = fields.filter(
  (field) => !(noticeSchema.required as readonly string[]).includes(field),
);

/** The notice as one line of JSON with its fields in schema order: equal notices give equal texts. */
export function serialize(notice: Notice): string {
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, notice[field]])));
}
