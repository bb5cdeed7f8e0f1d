import { type Scheme, schemes } from "../brand/schemes.ts";
import type { Notice } from "../notice/notice.ts";

/** When the visitor of a preview comes: before or after the expected return, or when the app is back. */
export const phases = ["before", "overdue", "back"] as const;

/** For whom, where and when a draft is shown; each `description` is the rule in words. */
export const circumstances = {
  language: {
    description: "a language that the page has, as a browser names it, such as de, de-AT or pt-BR",
    type: "string",
  },
  phase: { description: `one of ${phases.join(", ")}`, type: "string", enum: phases },
  scheme: { description: `one of ${schemes.join(", ")}`, type: "string", enum: schemes },
  timeZone: { description: "the name of a time zone, such as UTC or Europe/Berlin", type: "string" },
  now: {
    description: "a time as in RFC 3339, such as 2026-11-21T18:30:00+01:00",
    type: "string",
    format: "date-time",
  },
} as const;

export type Circumstance = keyof typeof circumstances;

/**
 * A request for a preview. By default, the language is English, the phase follows from the time, the time is the
 * present, and scheme and zone are those of the browser that shows it.
 */
export interface PreviewRequest {
  notice: Notice;
  language?: string;
  phase?: (typeof phases)[number];
  scheme?: Scheme;
  timeZone?: string;
  now?: string;
}
