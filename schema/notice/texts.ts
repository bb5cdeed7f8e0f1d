import { lines, oneLine } from "../text/patterns.ts";

/** The texts that ops write, as JSON Schemas: those of a notice, and of each of its translations. */
export const textSchemas = {
  title: {
    description: "one line of 1 to 120 characters",
    type: "string",
    minLength: 1,
    maxLength: 120,
    pattern: oneLine,
  },
  message: {
    description: "1 to 2000 characters, line breaks allowed; the page has a default when it is absent",
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
} as const;

export type Text = keyof typeof textSchemas;

/** The names of the texts, in the order used everywhere. */
export const textNames = Object.keys(textSchemas) as Text[];
