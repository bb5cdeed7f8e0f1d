import { diffArrays } from "diff";
import type { LanguageTag } from "../../schema/languages/tags.ts";
import { type Change, difference } from "../../schema/notice/difference.ts";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { printable } from "../../schema/text/printable.ts";
import { languageName, pageLanguages } from "./language.ts";
import { texts } from "./texts.ts";
import { timeInWords } from "./time.ts";

const names: Record<string, string> = texts.name;

/** The label of a part of the notice: a field such as `title`, or a whole translation such as `translations.de`. */
export function partName(part: string): string {
  const [field = "", tag] = part.split(".");
  return tag ? languageName(tag) : (names[field] ?? field);
}

/** The label of a field, with the translation that it is in. */
export function fieldName(field: string, translation: string | undefined): string {
  const name = partName(field);
  return translation ? texts.difference.of(name, languageName(translation)) : name;
}

/** The changes between two notices: first of the notice itself, then of the languages by their names. */
export function changesBetween(before: Notice | undefined, after: Notice): Change[] {
  const rank = ({ translation }: Change) => pageLanguages.indexOf(translation as LanguageTag);
  return difference(before, after).toSorted((one, other) => rank(one) - rank(other));
}

/** A value of the notice as people read it: a time by its own clocks and those here, a language by its name. */
function valueText(field: string, value: unknown): string {
  const text = value === undefined ? "" : String(value);
  if (field === "language") return text && languageName(text);
  const isTime = field === "expectedReturn" && readExpectedReturn(text).kind === "time";
  return isTime ? timeInWords(text) : text;
}

/**
 * How a value differs: words by words, but a time whole, because half a time would be read as another time. If people
 * would see no difference, the values are as stored.
 */
export function partsOf(
  field: string,
  before: unknown,
  after: unknown,
  language: string | undefined,
): Part[] {
  const [old, next] = [valueText(field, before), valueText(field, after)];
  if (old === next && before !== after) return wholeDifference(String(before), String(after));
  return field === "expectedReturn" && old !== next
    ? wholeDifference(old, next)
    : wordDifference(old, next, language);
}

/** A part of a text that is the same, removed or added. */
export interface Part {
  kind: "same" | "removed" | "added";
  text: string;
}

/** If comparing takes longer, in ms, the texts are shown whole. */
const compareTimeoutMs = 200;

/**
 * The words that differ, with invisible characters made visible; both texts whole if most words differ. Where words end
 * depends on the language, which may be unknown.
 */
export function wordDifference(before: string, after: string, language = ""): Part[] {
  const [old, next] = [before, after].map((text) => wordsOf(printable(text), language)) as [
    string[],
    string[],
  ];
  const found = diffArrays(old, next, { timeout: compareTimeoutMs });
  const parts = found?.map(({ value, added, removed }) => ({
    kind: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
    words: value,
  }));
  if (!parts || isRewritten(parts)) return wholeDifference(before, after);
  return joined(parts.map(({ kind, words }) => part(kind, words)));
}

/** Whether more than half of the words differ: the others are then equal by chance. */
function isRewritten(parts: { kind: Part["kind"]; words: string[] }[]): boolean {
  const count = (which: Part["kind"]): number =>
    parts
      .filter(({ kind }) => kind === which)
      .flatMap(({ words }) => words)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const [same, removed, added] = [count("same"), count("removed"), count("added")];
  return removed > 0 && added > 0 && removed + added > 2 * same;
}

/** Both texts whole, old and new. */
function wholeDifference(before: string, after: string): Part[] {
  return [part("removed", [printable(before)]), part("added", [printable(after)])].filter(
    ({ text }) => text !== "",
  );
}

const part = (kind: Part["kind"], words: string[]): Part => ({ kind, text: words.join("") });

/** @see https://www.unicode.org/reports/tr29/#Word_Boundaries */
function wordsOf(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language || undefined, { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Whether the parts are just the old and the new text. */
export function areWhole([first, second, ...others]: readonly Part[]): boolean {
  return first?.kind === "removed" && second?.kind === "added" && others.length === 0;
}

/** Joins changes that only a space separates, so that a sentence is not cut into words. */
function joined(parts: Part[]): Part[] {
  const result: Part[] = [];
  let [removed, added] = ["", ""];
  const end = (): void => {
    if (removed) result.push({ kind: "removed", text: removed });
    if (added) result.push({ kind: "added", text: added });
    [removed, added] = ["", ""];
  };
  parts.forEach(({ kind, text }, index) => {
    const isBetween = text.trim() === "" && removed + added !== "" && parts[index + 1] !== undefined;
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else if (isBetween) {
      removed += text;
      added += text;
    } else {
      end();
      result.push({ kind, text });
    }
  });
  end();
  return result;
}

const said = texts.difference;
/** The attributes of the page's own words amid another language. */
const ofPage = { lang: texts.locale.tag, dir: texts.locale.direction };

/** The differences between two notices, field by field and word by word. */
export function DifferenceView({ changes, language }: { changes: Change[]; language: string | undefined }) {
  if (changes.length === 0) return <p>{texts.publish.nothing}</p>;
  return (
    <dl className="difference">
      {changes
        .filter(({ field }) => field !== "isEnabled")
        .map(({ field, translation, before, after }) => (
          <div key={`${translation} ${field}`}>
            <dt>{fieldName(field, translation)}</dt>
            <dd lang={translation ?? language} dir="auto">
              <Words parts={partsOf(field, before, after, translation ?? language)} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** The parts of a text, with what was removed and added marked. */
export function Words({ parts }: { parts: Part[] }) {
  const isWhole = areWhole(parts);
  return parts.map(({ kind, text }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts never change places.
    if (kind === "same") return <span key={index}>{text}</span>;
    const Marked = kind === "added" ? "ins" : "del";
    return (
      <Marked key={index} className={isWhole ? "whole" : undefined} dir={isWhole ? "auto" : undefined}>
        <span className="unseen" {...ofPage}>
          {` ${said[kind]} `}
        </span>
        {text}
      </Marked>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts never change places.
  });
}
