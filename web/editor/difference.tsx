import type { LanguageTag } from "../../schema/languages/tags.ts";
import { type Change, difference } from "../../schema/notice/difference.ts";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { printable } from "../../schema/text/text.ts";
import { languageName, pageLanguages } from "./language.ts";
import { texts } from "./texts.ts";
import { timeInWords } from "./time.ts";

const names: Record<string, string> = texts.name;

/** The label of a part of the notice: a field such as `title`, or a whole translation such as `translations.de`. */
export function partName(part: string): string {
  const [field = "", tag] = part.split(".");
  return tag ? languageName(tag) : (names[field] ?? field);
}

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

interface Part {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Texts with more pairs of words are shown whole: comparing them would take too long. */
const maxPairs = 4_000_000;

/**
 * The words that differ, with invisible characters made visible; both texts whole if most words differ. Where words end
 * depends on the language, which may be unknown.
 */
export function wordDifference(before: string, after: string, language = ""): Part[] {
  const [old, next] = [wordsOf(printable(before), language), wordsOf(printable(after), language)];
  const runs = old.length * next.length > maxPairs ? undefined : compare(old, next);
  if (!runs || isRewritten(runs)) return wholeDifference(before, after);
  return joined(runs.map(({ kind, words }) => ({ kind, text: words.join("") })));
}

interface Run {
  kind: Part["kind"];
  words: string[];
}

/** Two lists of words as runs that are the same, removed or added, so that as many words as possible are the same. */
function compare(old: string[], next: string[]): Run[] {
  const width = next.length + 1;
  const same = new Uint16Array((old.length + 1) * width);
  const sameFrom = (i: number, j: number): number => same[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1)
      same[i * width + j] =
        old[i] === next[j] ? sameFrom(i + 1, j + 1) + 1 : Math.max(sameFrom(i + 1, j), sameFrom(i, j + 1));
  const runs: Run[] = [];
  for (let [i, j] = [0, 0]; i < old.length || j < next.length; ) {
    const isRemoved = i < old.length && (j === next.length || sameFrom(i + 1, j) >= sameFrom(i, j + 1));
    const kind = old[i] === next[j] ? "same" : isRemoved ? "removed" : "added";
    const word = (kind === "added" ? next[j] : old[i]) ?? "";
    const last = runs.at(-1);
    if (last?.kind === kind) last.words.push(word);
    else runs.push({ kind, words: [word] });
    if (kind !== "added") i += 1;
    if (kind !== "removed") j += 1;
  }
  return runs;
}

/** Whether more than half of the words differ: the others are then equal by chance. */
function isRewritten(runs: Run[]): boolean {
  const count = (which: Part["kind"]): number =>
    runs
      .filter(({ kind }) => kind === which)
      .flatMap(({ words }) => words)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const [same, removed, added] = [count("same"), count("removed"), count("added")];
  return removed > 0 && added > 0 && removed + added > 2 * same;
}

function wholeDifference(before: string, after: string): Part[] {
  const both: Part[] = [
    { kind: "removed", text: printable(before) },
    { kind: "added", text: printable(after) },
  ];
  return both.filter(({ text }) => text !== "");
}

/** @see https://www.unicode.org/reports/tr29/#Word_Boundaries */
function wordsOf(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language || undefined, { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

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
const ofPage = { lang: texts.locale.tag, dir: texts.locale.direction };

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
