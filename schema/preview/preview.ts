import { type Scheme, schemes } from "../brand/schemes.ts";
import { readExpectedReturn, secondsUntilReturn } from "../notice/expected-return.ts";
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

/** Marks messages between a preview and the editor around it. */
export const messageType = "backsoon-preview";

/** Messages from a preview: it can be shown, it was scrolled (in px), or it cannot be shown. */
export type PreviewMessage =
  | { type: typeof messageType; event: "ready" | "scroll"; y: number; height: number }
  | { type: typeof messageType; event: "fault"; detail: string };

/** A message from the editor to a preview. */
export interface EditorMessage {
  type: typeof messageType;
  event: "scroll-to";
  y: number;
}

/** How long before the expected return the preview of phase `before` is set, in seconds. */
const leadSeconds = 3600;

/**
 * The time of a preview in ms since the epoch: the requested time, else `present`. If the phase needs a time on the
 * other side of the expected return, such a time.
 */
export function momentOf({ notice, phase, now }: PreviewRequest, present: number): number {
  const given = now === undefined ? undefined : readExpectedReturn(now);
  const time = given?.kind === "time" ? given.time.getTime() : present;
  const seconds = secondsUntilReturn(notice, time);
  if (seconds === undefined) return time;
  if (phase === "before" && seconds <= 0) return time + (seconds - leadSeconds) * 1000;
  return phase === "overdue" && seconds > 0 ? time + seconds * 1000 : time;
}
