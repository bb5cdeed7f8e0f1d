import type { FromSchema } from "json-schema-to-ts";
import { languageTags } from "../languages/tags.ts";
import { noticeShape, translations } from "../notice/notice.ts";
import { textSchemas } from "../notice/texts.ts";
import { object } from "./parts.ts";

export const proposalRequestSchema = {
  title: "ProposalRequest",
  description: "What the chat model is to translate. Nothing is published.",
  ...object(["words", "to"], {
    words: {
      ...translations.additionalProperties,
      description: `an object with at least one of ${Object.keys(textSchemas).join(", ")}`,
    },
    from: {
      ...noticeShape.properties.language,
      description:
        "the tag of their language in canonical case, such as en or pt-BR; absent if nobody said it",
    },
    to: { description: "the tag of another language, which the page has, such as pt-BR", enum: languageTags },
  }),
} as const;

export type ProposalRequest = FromSchema<typeof proposalRequestSchema>;

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
  ...object(["field", "detail"], {
    field: { enum: ["title", "message", "expectedReturn"] },
    detail: { description: "one sentence", type: "string" },
  }),
} as const;

/** The text of a chat model, with hints. */
export const proposalSchema = {
  title: "Proposal",
  description: "What the chat model wrote, whole and valid: only a person publishes it",
  ...object(["words", "hints", "usage"], {
    words: { ...translations.additionalProperties, description: "the texts that it wrote" },
    hints: { description: "what to look at in them", type: "array", items: hintSchema },
    usage: usageSchema,
  }),
} as const;

export type ProposalReply = FromSchema<typeof proposalSchema>;
