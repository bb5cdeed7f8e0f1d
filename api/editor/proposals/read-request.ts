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
import { badCharacterIn, codePointOf } from "../../../schema/text/bad-character.ts";
import { countCharacters } from "../../../schema/text/count-characters.ts";
import { lines } from "../../../schema/text/patterns.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import { hasTimeShape } from "../../../schema/words/written-texts.ts";

/**
 * Checks a request for a proposal; its texts are in Unicode NFC from then on.
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
  if (!isObject(value) || (translation === undefined) === (draft === undefined)) {
    const detail = 'A request is for one proposal: send a JSON object with either "translation" or "draft".';
    return [{ detail, pointer: "#" }];
  }
  const isDraft = translation === undefined;
  return [
    ...surplusIn(value, ["translation", "draft"], []),
    ...(isDraft ? draftFaults(draft) : translationFaults(translation)),
  ];
}

function translationFaults(translation: unknown): Fault[] {
  const path = ["translation"];
  if (!isObject(translation)) return [notObject(translation, path, '"words" and "to"')];
  const { words, from, to } = translation;
  return [
    ...surplusIn(translation, ["words", "from", "to"], path),
    ...wordsFaults(words),
    ...(from === undefined ? [] : tagFaults(from, [...path, "from"])),
    ...targetFaults(to, from),
  ];
}

function wordsFaults(words: unknown): Fault[] {
  const path = ["translation", "words"];
  const members = textNames.map((name) => `"${name}"`).join(", ");
  if (words === undefined)
    return [fault(path, `"words" is missing: send the texts to translate, at least one of ${members}.`)];
  if (!isObject(words)) return [notObject(words, path, `at least one of ${members}`)];
  const given = textNames.filter((name) => Object.hasOwn(words, name));
  if (given.length === 0 && Object.keys(words).length === 0)
    return [fault(path, `"words" is empty: send at least one of ${members}.`)];
  const texts = Object.fromEntries(given.map((name) => [name, words[name]]));
  return [
    ...surplusIn(words, textNames, path),
    ...findFaults({ ...defaults, ...texts }).map(({ detail, pointer }) => ({
      detail,
      pointer: `${fragmentOf(path)}${pointer.slice(1)}`,
    })),
    ...timeFaults(words.expectedReturn, [...path, "expectedReturn" satisfies Text]),
  ];
}

function timeFaults(text: unknown, path: string[]): Fault[] {
  if (typeof text !== "string" || !hasTimeShape(text)) return [];
  return [
    fault(path, '"expectedReturn" is a time, which the page itself writes in every language: leave it out.'),
  ];
}

function targetFaults(to: unknown, from: unknown): Fault[] {
  const path = ["translation", "to"];
  if (to === undefined)
    return [fault(path, '"to" is missing: send the tag of a language of the page, such as pt-BR.')];
  if (!languageTags.includes(to as LanguageTag)) {
    const near = typeof to === "string" ? nearestTag(to) : undefined;
    const wayOut = near ? `write "${near}" if you mean that` : `write one of ${languageTags.join(", ")}`;
    return [fault(path, `"to" is ${showValue(to)}, which is not one of the page's languages: ${wayOut}.`)];
  }
  if (typeof from !== "string" || !means(from, to as LanguageTag)) return [];
  return [
    fault(path, `"to" is ${showValue(to)}, and the words are in that language already: write another one.`),
  ];
}

function draftFaults(draft: unknown): Fault[] {
  const path = ["draft"];
  if (!isObject(draft)) return [notObject(draft, path, '"brief"')];
  const { brief, language } = draft;
  const detail = briefFault(brief);
  return [
    ...surplusIn(draft, ["brief", "language"], path),
    ...(detail === undefined ? [] : [fault([...path, "brief"], detail)]),
    ...(language === undefined ? [] : tagFaults(language, [...path, "language"])),
  ];
}

function briefFault(brief: unknown): string | undefined {
  const giveIt = `give it 1 to ${maxBriefLength} characters that say what happens, line breaks allowed`;
  if (brief === undefined) return `"brief" is missing: ${giveIt}.`;
  if (typeof brief !== "string") return `"brief" must be text, not ${showValue(brief)}: ${giveIt}.`;
  const length = countCharacters(brief);
  if (length > maxBriefLength)
    return `"brief" has ${length} characters, and at most ${maxBriefLength} are allowed: shorten it by ${length - maxBriefLength}.`;
  if (new RegExp(lines).test(brief)) return undefined;
  const bad = badCharacterIn(brief, true);
  if (bad === undefined) return `"brief" contains nothing visible: ${giveIt}.`;
  const code = codePointOf(bad);
  const named = /\p{Cs}/u.test(bad)
    ? `half a character (lone surrogate ${code})`
    : `the control character ${code}`;
  return `"brief" contains ${named}: leave it out.`;
}

/** What is wrong with the tag of any language, whether or not the page has it. */
function tagFaults(tag: unknown, path: string[]): Fault[] {
  const canonical = typeof tag === "string" ? canonicalTag(tag) : undefined;
  if (canonical !== undefined && canonical === tag) return [];
  const wayOut =
    canonical === undefined ? "write one such as en or pt-BR, or leave it out" : `write "${canonical}"`;
  const name = path.at(-1);
  return [
    fault(
      path,
      `"${name}" is ${showValue(tag)}, which is not the tag of a language in canonical case: ${wayOut}.`,
    ),
  ];
}

function surplusIn(value: Record<string, unknown>, known: readonly string[], path: string[]): Fault[] {
  const what = path.length === 0 ? "a request for a proposal" : `"${path.join(".")}"`;
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) =>
      fault(path, `${showValue(name)} is not part of ${what}: remove it; the parts are ${known.join(", ")}.`),
    );
}

function notObject(value: unknown, path: string[], members: string): Fault {
  return fault(
    path,
    `"${path.join(".")}" must be an object, not ${showValue(value)}: send one with ${members}.`,
  );
}

function fault(path: string[], detail: string): Fault {
  return { detail, pointer: fragmentOf(path) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
