import { isDeepStrictEqual } from "node:util";
import { mergePatch } from "../json/merge-patch.ts";
import type { Notice } from "./notice.ts";

/**
 * What a merge patch makes of a notice, which may be anything; where no translation is left, none are given: a patch that
 * takes the last one away cannot know that it does.
 */
export function patchNotice(notice: Notice, patch: unknown): unknown {
  const patched = mergePatch(notice, patch);
  const { translations, ...others } = Object(patched);
  return isDeepStrictEqual(translations, {}) ? others : patched;
}
