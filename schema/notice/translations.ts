import { languageTags, ownTags } from "../languages/tags.ts";
import { timeShape } from "../text/patterns.ts";
import { defaults } from "./defaults.ts";
import { type Text, textSchemas } from "./texts.ts";

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
export const areComplete = Object.entries(isWritten).map(([text, condition]) => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: ofEach({ properties: { [text]: true }, required: [text] }),
  else: ofEach({ properties: { [text]: false } }),
}));

/** Only those rules, as a schema. */
export const completeness = { type: "object", allOf: areComplete };

/** No translation is into the notice's own language. */
export const areIntoOthers = languageTags.map((tag) => ({
  if: { properties: { language: { type: "string", pattern: ownTags(tag) } }, required: ["language"] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: { properties: { translations: { type: "object", properties: { [tag]: false } } } },
}));
