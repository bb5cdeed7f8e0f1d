import type { Scheme } from "../../../schema/brand/schemes.ts";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { secondsUntilReturn } from "../../../schema/notice/expected-return.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { findOverdue } from "../../../schema/notice/overdue.ts";
import type { PreviewRequest } from "../../../schema/preview/preview-request.ts";

/** Each kind of screen with its width and height in CSS px. */
export const devices = {
  phone: [390, 844],
  tablet: [820, 1180],
  desk: [1440, 900],
} as const;
export type Device = keyof typeof devices;

/** When the page is shown: as visitors would see it right now, or later. */
export const viewPhases = ["now", "overdue", "back"] as const;

/** For whom and when the page is shown. */
export interface View {
  language: LanguageTag;
  scheme: Scheme;
  device: Device;
  phase: (typeof viewPhases)[number];
  timeZone: string;
}

/** The request for a preview at a time, in ms since the epoch. */
export function requestFor(notice: Notice, view: View, now: number): PreviewRequest {
  const { language, scheme, timeZone } = view;
  // The service's clock may be behind ours, so a passed return is requested as overdue.
  const phase = view.phase === "now" ? findOverdue(notice, now) && "overdue" : view.phase;
  return { notice, language, scheme, timeZone, ...(phase && { phase }) };
}

/** The minutes until the expected return. When they change, so does the page. */
export function minutesLeft(notice: Notice, now: number): number | undefined {
  const seconds = secondsUntilReturn(notice, now);
  return seconds === undefined ? undefined : Math.ceil(seconds / 60);
}

/** Text on a smaller screen cannot be read. */
const minScale = 0.45;

/** The factor that fits a device's screen into a width and, if it can still be read, into a height, in CSS px. */
export function scaleFor(device: Device, width: number, height = Number.POSITIVE_INFINITY): number {
  const [ownWidth, ownHeight] = devices[device];
  return Math.min(1, width / ownWidth, Math.max(minScale, height / ownHeight));
}
