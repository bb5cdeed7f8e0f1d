import { isDeepStrictEqual } from "node:util";
import type { Notice } from "./notice.ts";

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
