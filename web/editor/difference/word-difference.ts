import { diffArrays } from "diff";
import { printable } from "../../../schema/text/printable.ts";

/** A part of a text that stays, goes or comes. */
export interface Part {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Texts that have little in common are shown whole after this, in ms. */
const compareTimeoutMs = 200;

/**
 * Which words differ, with invisible characters made visible; both texts whole where most of them do. What a word is
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

/** Whether more than half of the words are others: what stays of them is chance. */
function isRewritten(parts: { kind: Part["kind"]; words: string[] }[]): boolean {
  const count = (which: Part["kind"]): number =>
    parts
      .filter(({ kind }) => kind === which)
      .flatMap(({ words }) => words)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const [same, removed, added] = [count("same"), count("removed"), count("added")];
  return removed > 0 && added > 0 && removed + added > 2 * same;
}

/** Both texts whole, the one before and the one after: half a time would be read as another one. */
export function wholeDifference(before: string, after: string): Part[] {
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

/** Whether parts are no more than the text before, and the one after. */
export function areWhole([first, second, ...others]: readonly Part[]): boolean {
  return first?.kind === "removed" && second?.kind === "added" && others.length === 0;
}

/** The parts, with changes that only a space separates joined, so that a sentence is not cut into its words. */
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
