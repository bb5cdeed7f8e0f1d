import type { ProposalReply, ProposalRequest } from "../../../../schema/editor-api/proposals.ts";
import { canonicalTag } from "../../../../schema/languages/canonical.ts";
import { type LanguageTag, means } from "../../../../schema/languages/tags.ts";
import type { Text } from "../../../../schema/notice/texts.ts";
import type { Problem } from "../../client/problem.ts";
import { type Draft, textsOf } from "../../draft/draft.ts";
import { ownValuesOf } from "../../draft/own-values.ts";
import { tagsOf, textsToTranslate, translationStatusOf } from "../../draft/translation-status.ts";

/** A request for the words of a tab, and its state. */
export type ProposalAsked = { request: ProposalRequest } & (
  | { state: "waiting" | "asking" | "cancelled" }
  | { state: "failed"; problem: Problem }
  | { state: "proposed"; proposal: ProposalReply; left: readonly Text[] }
);

export type ProposalGiven = Extract<ProposalAsked, { state: "proposed" }>;

/** Whether a reply is pending. */
export function isUnderWay(asked: ProposalAsked | undefined): boolean {
  return asked?.state === "waiting" || asked?.state === "asking";
}

/** The tag of the language of a draft's own words; undefined if it is not said, or not yet one. */
export function languageOf({ language }: Draft): string | undefined {
  return canonicalTag(language);
}

/** The request to translate the draft's own words. */
export function translationOf(draft: Draft, to: LanguageTag): ProposalRequest {
  const from = languageOf(draft);
  const values = ownValuesOf(draft);
  const words = Object.fromEntries(textsToTranslate(draft).map((name) => [name, values[name]]));
  return { translation: { words, ...(from && { from }), to } };
}

/** The languages of a draft into which its words can be translated: not their own, and none that it removes. */
export function tagsToTranslate(draft: Draft): LanguageTag[] {
  if (textsToTranslate(draft).length === 0) return [];
  return keptTags(draft).filter((tag) => !means(draft.language, tag));
}

/** The languages of a draft's translations that it does not remove. */
export function keptTags(draft: Draft): LanguageTag[] {
  return tagsOf(draft).filter((tag) => translationStatusOf(draft, tag) !== "removed");
}

/** Whether the draft's words have changed since they were to be translated. */
export function isOutdated({ request }: ProposalAsked, draft: Draft): boolean {
  if (!("translation" in request)) return false;
  const { words, to } = request.translation;
  const now = translationOf(draft, to);
  return "translation" in now && JSON.stringify(now.translation.words) !== JSON.stringify(words);
}

/** Whether there is a proposal for the draft's current words. */
export function isProposed(asked: ProposalAsked | undefined, draft: Draft): boolean {
  return asked?.state === "proposed" && !isOutdated(asked, draft);
}

/** The proposed texts that the draft can have. */
export function partsOf({ proposal }: ProposalGiven, draft: Draft): Text[] {
  return textsToTranslate(draft).filter((name) => proposal.words[name] !== undefined);
}

/** The state of a part of a proposal. A text that the draft has counts as taken, however it came there. */
export function partStateOf(
  { proposal, left }: ProposalGiven,
  tab: string,
  draft: Draft,
  name: Text,
): "proposed" | "taken" | "left" {
  if (textsOf(draft, tab)[name] === proposal.words[name]) return "taken";
  return left.includes(name) ? "left" : "proposed";
}

/** The state of a tab's words in one word. */
export type LineState = ProposalAsked["state"] | "taken" | "left";

/** The state of the request for a tab. */
export function lineStateOf(asked: ProposalAsked, tab: string, draft: Draft): LineState {
  if (asked.state !== "proposed") return asked.state;
  const states = partsOf(asked, draft).map((name) => partStateOf(asked, tab, draft, name));
  if (states.includes("proposed")) return "proposed";
  return states.includes("taken") ? "taken" : "left";
}
