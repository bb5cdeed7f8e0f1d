import { schemes } from "../brand/schemes.ts";
import { type Fault, NoticeError } from "../errors/notice-error.ts";
import { lookUpTag } from "../languages/tags.ts";
import { readExpectedReturn } from "../notice/expected-return.ts";
import { findFaults, maxFaults } from "../notice/faults.ts";
import { type Notice, normalizeTexts } from "../notice/notice.ts";
import { showValue } from "../text/text.ts";
import { isKnownZone } from "../time/time.ts";
import { type Circumstance, circumstances, type PreviewRequest, phases } from "./preview.ts";

const isOneOf = (values: readonly string[]) => (text: string) => values.includes(text);
const isValid: Record<Circumstance, (text: string) => boolean> = {
  language: (text) => lookUpTag(text) !== undefined,
  phase: isOneOf(phases),
  scheme: isOneOf(schemes),
  timeZone: isKnownZone,
  now: (text) => readExpectedReturn(text).kind === "time",
};
const names = ["notice", ...Object.keys(circumstances)];

/**
 * Checks a request for a preview, its draft as strictly as a notice that is published.
 * @throws NoticeError PREVIEW_INVALID, with every fault
 */
export function readPreviewRequest(value: unknown): PreviewRequest {
  const faults = faultsOf(value).slice(0, maxFaults);
  const [first] = faults;
  if (first) throw new NoticeError("PREVIEW_INVALID", { reason: first.detail }, { faults });
  const { notice, ...given } = value as PreviewRequest;
  return { ...given, notice: normalizeTexts(notice) as Notice };
}

function faultsOf(value: unknown): Fault[] {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "notice"))
    return [
      { detail: 'A preview needs a "notice": send a JSON object that has the draft there.', pointer: "#" },
    ];
  return Object.entries(value).flatMap(([name, given]) => {
    if (name === "notice") return findFaults(given).map(inNotice);
    const detail = faultOf(name, given);
    return detail === undefined ? [] : { detail, pointer: names.includes(name) ? `#/${name}` : "#" };
  });
}

function inNotice({ detail, pointer }: Fault): Fault {
  return { detail, pointer: `#/notice${pointer.slice(1)}` };
}

function faultOf(name: string, given: unknown): string | undefined {
  if (!names.includes(name))
    return `${showValue(name)} is not part of a preview: remove it; the parts are ${names.join(", ")}.`;
  const part = name as Circumstance;
  if (typeof given === "string" && isValid[part](given)) return undefined;
  return `"${part}" must be ${circumstances[part].description}, not ${showValue(given)}: correct it, or leave it out.`;
}
