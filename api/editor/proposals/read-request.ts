import { maxBriefLength, type ProposalRequest } from "../../../schema/editor-api/proposals.ts";
import type { Fault } from "../../../schema/errors/fault.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { fragmentOf } from "../../../schema/json/pointer.ts";
import { canonicalTag } from "../../../schema/languages/canonical.ts";
import { nearestTag } from "../../../schema/languages/nearest.ts";
import { type LanguageTag, languageTags, means } from "../../../schema/languages/tags.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { findFaults, maxFaults } from "../../../schema/notice/faults/find-faults.ts";
import { normalizeTexts } from "../../../schema/notice/normalize.ts";
import { type Text, textNames } from "../../../schema/notice/texts.ts";
import { badCharacterIn, describeBad, isVisible } from "../../../schema/text/bad-character.ts";
import { countCharacters } from "../../../schema/text/count-characters.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import { hasTimeShape } from "../../../schema/words/written-texts.ts";

/**
 * Checks a request for a proposal, and returns it with its texts in Unicode NFC.
 * @throws NoticeError PROPOSAL_INVALID, with every fault
 */
export function readProposalRequest(value: unknown): ProposalRequest {
  const request = normalizeTexts(value);
  const faults = faultsOf(request).slice(0, maxFaults);
  const [first] = faults;
  if (first) throw new NoticeError("PROPOSAL_INVALID", { reason: first.detail }, { faults });
  return request as ProposalRequest;
}

function faultsOf(value: unknown): Fault[] {
  const { translation, draft } = Object(value);
  if ((translation === undefined) === (draft === undefined))
    return [
      fault("", 'A request is for one proposal: send a JSON object with either "translation" or "draft".'),
    ];
  return faultsIn("", value, {
    translation: (given, name) =>
      faultsIn(name, given, { words: wordsFaults, from: tagFault, to: targetFault(Object(given).from) }),
    draft: (given, name) => faultsIn(name, given, { brief: briefFault, language: tagFault }),
  });
}

/** Finds what is wrong with a part (undefined if it is absent): a sentence, or the faults of its own parts. */
type Check = (value: unknown, name: string) => Fault[] | string | undefined;

/** The faults of an object's members, and the members that it must not have. */
function faultsIn(name: string, value: unknown, members: Record<string, Check>): Fault[] {
  const known = Object.keys(members).join(", ");
  if (value === undefined) return [];
  if (!isObject(value))
    return [fault(name, `"${name}" must be an object, not ${showValue(value)}: send one with ${known}.`)];
  const what = name === "" ? "a request for a proposal" : `"${name}"`;
  const surplus = Object.keys(value).filter((member) => !Object.hasOwn(members, member));
  return [
    ...surplus.map((member) =>
      fault(name, `${showValue(member)} is not part of ${what}: remove it; the parts are ${known}.`),
    ),
    ...Object.entries(members).flatMap(([member, check]) => {
      const part = name === "" ? member : `${name}.${member}`;
      const found = check(value[member], part) ?? [];
      return typeof found === "string" ? [fault(part, found)] : found;
    }),
  ];
}

function wordsFaults(words: unknown, name: string): Fault[] | string {
  const wayOut = `send at least one of ${textNames.map((text) => `"${text}"`).join(", ")}`;
  if (words === undefined) return `"words" is missing: ${wayOut}.`;
  if (isObject(words) && Object.keys(words).length === 0) return `"words" is empty: ${wayOut}.`;
  return faultsIn(name, words, Object.fromEntries(textNames.map((text) => [text, textFault(text)])));
}

function textFault(text: Text): Check {
  return (value) => {
    if (value === undefined) return undefined;
    if (text === "expectedReturn" && typeof value === "string" && hasTimeShape(value))
      return `"${text}" is a time, which the page itself writes in every language: leave it out.`;
    return findFaults({ ...defaults, [text]: value })[0]?.detail;
  };
}

function targetFault(from: unknown): Check {
  return (to) => {
    if (to === undefined) return '"to" is missing: send the tag of a language of the page, such as pt-BR.';
    if (!languageTags.includes(to as LanguageTag)) {
      const near = typeof to === "string" ? nearestTag(to) : undefined;
      const wayOut = near ? `write "${near}" if you mean that` : `write one of ${languageTags.join(", ")}`;
      return `"to" is ${showValue(to)}, which is not one of the page's languages: ${wayOut}.`;
    }
    if (typeof from !== "string" || !means(from, to as LanguageTag)) return undefined;
    return `"to" is "${to}", and the words are in that language already: write another one.`;
  };
}

function briefFault(brief: unknown): string | undefined {
  const giveIt = `give it 1 to ${maxBriefLength} characters that say what happens, line breaks allowed`;
  if (brief === undefined) return `"brief" is missing: ${giveIt}.`;
  if (typeof brief !== "string") return `"brief" must be text, not ${showValue(brief)}: ${giveIt}.`;
  const length = countCharacters(brief);
  if (length > maxBriefLength)
    return `"brief" has ${length} characters, and at most ${maxBriefLength} are allowed: shorten it by ${length - maxBriefLength}.`;
  const bad = badCharacterIn(brief, true);
  if (bad === undefined) return isVisible(brief) ? undefined : `"brief" contains nothing visible: ${giveIt}.`;
  return `"brief" contains ${describeBad(bad)}: leave it out.`;
}

/** What is wrong with the tag of any language, whether or not the page has it. */
function tagFault(tag: unknown, name: string): string | undefined {
  const canonical = typeof tag === "string" ? canonicalTag(tag) : undefined;
  if (tag === undefined || canonical === tag) return undefined;
  const wayOut =
    canonical === undefined ? "write one such as en or pt-BR, or leave it out" : `write "${canonical}"`;
  return `"${name.split(".").at(-1)}" is ${showValue(tag)}, which is not a language tag in canonical case: ${wayOut}.`;
}

/** `name` is the path of the part, such as `translation.words`. */
function fault(name: string, detail: string): Fault {
  return { detail, pointer: fragmentOf(name === "" ? [] : name.split(".")) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
