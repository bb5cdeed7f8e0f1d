import { isDeepStrictEqual } from "node:util";
import { mergePatch } from "../json/merge-patch.ts";
import type { Notice } from "./notice.ts";

/**
 * A notice after a merge patch, not checked yet. If the patch removes the last translation, `translations` goes with
 * it, as its sender cannot know that it was the last.
 */
export function patchNotice(notice: Notice, patch: unknown): unknown {
  const patched = mergePatch(notice, patch);
  const { translations, ...others } = Object(patched);
  return isDeepStrictEqual(translations, {}) ? others : patched;
}
