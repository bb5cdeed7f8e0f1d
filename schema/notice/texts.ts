import { lines, oneLine } from "../text/text.ts";

const title = { type: "string", minLength: 1, maxLength: 120, pattern: oneLine } as const;
const message = { type: "string", minLength: 1, maxLength: 2000, pattern: lines } as const;
const expectedReturn = { type: "string", minLength: 1, maxLength: 200, pattern: oneLine } as const;

/** The texts that ops write, as JSON Schemas: those of a notice, and of each of its translations. */
export const textSchemas = {
  title: { description: `one line of 1 to ${title.maxLength} characters`, ...title },
  message: {
    description: `1 to ${message.maxLength} characters, line breaks allowed; the page has a default when it is absent`,
    ...message,
  },
  expectedReturn: {
    description: `an RFC 3339 time with an offset, such as 2026-11-21T18:30:00+01:00, or one line of 1 to ${expectedReturn.maxLength} characters`,
    ...expectedReturn,
  },
} as const;

export type Text = keyof typeof textSchemas;

export const textNames = Object.keys(textSchemas) as Text[];
