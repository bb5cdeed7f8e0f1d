import type { Fault } from "../errors/fault.ts";
import { NoticeError } from "../errors/notice-error.ts";
import { explain } from "./faults/explain.ts";
import { findFaults } from "./faults/find-faults.ts";
import { findShapeError } from "./faults/notice-errors.ts";
import { normalizeTexts } from "./normalize.ts";
import type { Notice } from "./notice.ts";

/**
 * Checks a value and returns it as a notice with normalised texts. Every publication passes here. The faults in
 * `others` were found elsewhere, and come first.
 * @throws NoticeError NOTICE_INVALID for the first fault, with all of them beside it
 */
export function checkNotice(value: unknown, others: Fault[] = []): Notice {
  const faults = [...others, ...findFaults(value)];
  const [first] = faults;
  if (first) throw new NoticeError("NOTICE_INVALID", { reason: first.detail }, { faults });
  return normalizeTexts(value) as Notice;
}

/**
 * Reads a notice from a store, its texts in Unicode NFC. Limits that were added later do not apply to it.
 * @throws NoticeError NOTICE_INVALID for a value of another shape
 */
export function readStoredNotice(value: unknown): Notice {
  const notice = normalizeTexts(value);
  const error = findShapeError(notice);
  if (error) throw new NoticeError("NOTICE_INVALID", { reason: explain(error, notice) });
  return notice as Notice;
}
