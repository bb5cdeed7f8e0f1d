import type { FromSchema } from "json-schema-to-ts";
import { type LanguageTag, languageTags } from "../languages/tags.ts";
import { textSchemas } from "../notice/texts.ts";
import { languageTag, lines } from "../text/patterns.ts";
import { object } from "./parts.ts";

const words = {
  type: "object",
  minProperties: 1,
  additionalProperties: false,
  properties: textSchemas,
} as const;

/** Any language: a notice may be in a language that the page lacks. */
const tag = { type: "string", pattern: languageTag } as const;

/** The most characters that a brief may have. */
export const maxBriefLength = 20_000;

/** A request to the chat model: one translation, or one draft. */
export const proposalRequestSchema = {
  title: "ProposalRequest",
  description: "What the chat model is to write: one translation, or one draft. Nothing is published.",
  type: "object",
  oneOf: [
    object(["translation"], {
      translation: object(["words", "to"], {
        words: { ...words, description: "the texts to translate, of which at least one is there" },
        from: { ...tag, description: "the tag of their language (BCP 47); absent if nobody said it" },
        to: { description: "the tag of another language, which the page has", enum: languageTags },
      }),
    }),
    object(["draft"], {
      draft: object(["brief"], {
        brief: {
          description: "what happens, in a person's own words, line breaks allowed",
          type: "string",
          minLength: 1,
          maxLength: maxBriefLength,
          pattern: lines,
        },
        language: {
          ...tag,
          description: "the tag of the language to write in (BCP 47); absent for the brief's own",
        },
      }),
    }),
  ],
} as const;

export type ProposalRequest =
  | { translation: { words: ProposedWords; from?: string; to: LanguageTag } }
  | { draft: { brief: string; language?: string } };

type ProposedWords = FromSchema<typeof words>;

/** How many of today's requests to the models are used. */
export const usageSchema = {
  title: "Usage",
  description: "How many requests have been sent to the models today (UTC), and how many may be",
  ...object(["count", "limit"], {
    count: { type: "integer", minimum: 0 },
    limit: { description: "AI_DAILY_LIMIT", type: "integer", minimum: 0 },
  }),
} as const;

export type UsageReply = FromSchema<typeof usageSchema>;

/** A hint: something that a person should look at in a proposal. */
export const hintSchema = {
  title: "Hint",
  description: "What a person should look at in a text, which may be right all the same",
  ...object(["check", "field", "detail"], {
    check: { enum: ["numbers", "addresses"] },
    field: { enum: ["title", "message", "expectedReturn"] },
    detail: { description: "one sentence", type: "string" },
  }),
} as const;

/** The text of a chat model, with hints. */
export const proposalSchema = {
  title: "Proposal",
  description: "What the chat model wrote, whole and valid: only a person publishes it",
  ...object(["words", "hints", "usage"], {
    words: { ...words, description: "the texts that it wrote" },
    hints: {
      description: "what to look at in them",
      type: "array",
      items: hintSchema,
    },
    usage: usageSchema,
  }),
} as const;

export type ProposalReply = FromSchema<typeof proposalSchema>;
