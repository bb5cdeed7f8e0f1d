import type { Scheme } from "../../../schema/brand/schemes.ts";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { PreviewRequest } from "../../../schema/preview/preview-request.ts";

/** Each kind of screen with its width and height in CSS px. */
export const devices = {
  phone: [390, 844],
  tablet: [820, 1180],
  desk: [1440, 900],
} as const;
export type Device = keyof typeof devices;

/** For whom and when the page is shown. */
export interface View {
  language: LanguageTag;
  scheme: Scheme;
  device: Device;
  phase: NonNullable<PreviewRequest["phase"]>;
  timeZone: string;
}

/** The request for a preview. */
export function requestFor(notice: Notice, { language, scheme, phase, timeZone }: View): PreviewRequest {
  return { notice, language, scheme, phase, timeZone };
}

/** By which factor a device's screen is made smaller to fit into a space, whose width is in CSS px. */
export function scaleFor(device: Device, space: number): number {
  return Math.min(1, space / devices[device][0]);
}
