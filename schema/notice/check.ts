import type { Fault } from "../errors/fault.ts";
import { NoticeError } from "../errors/notice-error.ts";
import { explain } from "./faults/explain.ts";
import { findFaults } from "./faults/find-faults.ts";
import { findShapeError } from "./faults/notice-errors.ts";
import { normalizeTexts } from "./normalize.ts";
import type { Notice } from "./notice.ts";

/**
 * Checks a value and returns it as a notice, its texts normalised: whatever a person publishes passes here. Faults
 * that were found by others come first.
 * @throws NoticeError NOTICE_INVALID that names the field, the rule and the way out, with every other fault beside it
 */
export function checkNotice(value: unknown, others: Fault[] = []): Notice {
  const faults = [...others, ...findFaults(value)];
  const [first] = faults;
  if (first) throw new NoticeError("NOTICE_INVALID", { reason: first.detail }, { faults });
  return normalizeTexts(value) as Notice;
}

/**
 * Reads what was a notice when it was stored, its texts in Unicode NFC: limits that came later do not hold for it.
 * @throws NoticeError NOTICE_INVALID for a value of another shape
 */
export function readStoredNotice(value: unknown): Notice {
  const notice = normalizeTexts(value);
  const error = findShapeError(notice);
  if (error) throw new NoticeError("NOTICE_INVALID", { reason: explain(error, notice) });
  return notice as Notice;
}
