import { NoticeError } from "../errors/notice-error.ts";
import { type LanguageTag, means } from "../languages/tags.ts";
import { explain } from "./faults/explain.ts";
import { explainOwnLanguage } from "./faults/explain-translation.ts";
import { findFault } from "./faults/find-fault.ts";
import { findFault as findFaultInTranslations } from "./faults/find-translation-fault.ts";
import type { Notice } from "./notice.ts";

/**
 * Checks a value and returns it as a notice, its texts in Unicode NFC: everything that enters a store passes here.
 * @throws NoticeError NOTICE_INVALID that names the field, the rule and the way out
 * @see https://www.unicode.org/reports/tr15/
 */
export function checkNotice(value: unknown): Notice {
  const notice = normalize(value, levels) as Notice;
  const reason = faultOf(notice);
  if (reason) throw new NoticeError("NOTICE_INVALID", { reason });
  return notice;
}

/**
 * Checks what the published schema does, part by part: what is wrong with the notice itself comes first. That no
 * translation is into the notice's own language is checked here, as a condition for each language takes too long.
 */
function faultOf(notice: Notice): string | undefined {
  const fault = findFault(notice);
  if (fault) return explain(fault, notice);
  const { language, translations } = notice;
  if (!translations) return undefined;
  const own = Object.keys(translations).find((tag) => means(language, tag as LanguageTag));
  if (own && language) return explainOwnLanguage(own, language);
  const error = findFaultInTranslations(notice);
  return error && explain(error, notice);
}

/** How deep the texts of a notice are: in a field, or in a field of a translation. */
const levels = 3;

function normalize(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.normalize("NFC");
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (depth === 0 || !isObject) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, normalize(part, depth - 1)]));
}
