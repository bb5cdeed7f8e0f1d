import type { Fault } from "../errors/fault.ts";
import { NoticeError } from "../errors/notice-error.ts";
import { findFaults } from "./faults/find-faults.ts";
import { normalizeTexts } from "./normalize.ts";
import type { Notice } from "./notice.ts";

/**
 * Checks a value and returns it as a notice, its texts in Unicode NFC: everything that enters a store passes here. Faults
 * that were found by others come first.
 * @throws NoticeError NOTICE_INVALID that names the field, the rule and the way out, with every other fault beside it
 */
export function checkNotice(value: unknown, others: Fault[] = []): Notice {
  const faults = [...others, ...findFaults(value)];
  const [first] = faults;
  if (first) throw new NoticeError("NOTICE_INVALID", { reason: first.detail }, { faults });
  return normalizeTexts(value) as Notice;
}
