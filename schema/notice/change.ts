import { isDeepStrictEqual } from "node:util";
import { type Fault, NoticeError } from "../errors/notice-error.ts";
import { explain, findFaults, findShapeError } from "./faults.ts";
import { type Notice, normalizeTexts } from "./notice.ts";

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

/**
 * A notice after a merge patch, not checked yet. If the patch removes the last translation, `translations` is removed,
 * because the sender cannot know that it was the last.
 */
export function patchNotice(notice: Notice, patch: unknown): unknown {
  const patched = mergePatch(notice, patch);
  const { translations, ...others } = Object(patched);
  return isDeepStrictEqual(translations, {}) ? others : patched;
}

/**
 * A document with a merge patch applied: null removes a member, an object changes members, anything else replaces the
 * value. The arguments stay unchanged, and `__proto__` is an ordinary name.
 * @see https://www.rfc-editor.org/rfc/rfc7396
 */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
