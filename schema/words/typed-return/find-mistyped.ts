import { readExpectedReturn } from "../../notice/expected-return.ts";
import { hasTimeShape } from "../written-texts.ts";
import { meantTime, type TypedAt } from "./meant-time.ts";
import { readTyped, type Typed } from "./read-typed.ts";

/** An expected return that is probably not what was meant. */
export interface Mistyped {
  /** What it is: a time that has passed; what has the shape of a time and is none; or what people type for a time. */
  kind: "passed" | "impossible" | Typed["kind"];
  /** Whether it may as well be a clock time: 09.12 and 1h30. */
  isEither?: true;
  /**
   * The time that was probably meant, in RFC 3339; absent where nothing is said of it: for a date alone that has passed, a
   * duration below zero, and what may be either.
   */
  meant?: string;
  /** The time zone whose clocks were taken for that; absent where the text had an offset of its own. */
  zone?: string;
}

/** Whether a text has the shape of a time and is none, such as 31 November. */
export function isImpossible(text: string): boolean {
  return hasTimeShape(text) && readExpectedReturn(text).kind === "text";
}

/** Finds out whether an expected return is probably mistyped; undefined for a time ahead, and for words. */
export function findMistyped(value: string, at: TypedAt): Mistyped | undefined {
  const expected = readExpectedReturn(value);
  if (expected.kind === "time" && expected.time.getTime() > at.now) return undefined;
  const typed = readTyped(value);
  if (!typed) return undefined;
  const hasOffset = typed.kind !== "duration" && typed.offset !== undefined;
  const kind = expected.kind === "time" ? "passed" : isImpossible(value) ? "impossible" : typed.kind;
  if (typed.isEither) return { kind, isEither: true };
  const meant = meantTime(typed, at);
  return { kind, ...(meant !== undefined && { meant, ...(!hasOffset && { zone: at.zone }) }) };
}
