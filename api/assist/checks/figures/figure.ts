/** A number or a clock time in a text. */
export interface Figure {
  kind: "number" | "time";
  /** As it is written, with digits of 0 to 9. */
  raw: string;
  /**
   * What it may mean; empty for what cannot be told. Two figures agree that share one: `t:21:00` is a clock time, `n:1000`
   * a number, and `m:9` a whole hour or a number that may be one, but no duration.
   */
  readings: string[];
  /** Whether a word such as "pm" says which half of the day it is. */
  isFixed?: boolean;
  /** What it is a number of, such as "hour"; undefined if that is not known: it may then be of anything. */
  unit?: string | undefined;
  /** Whether it is a day of the month, as in "3.4.", and no month. */
  isDay?: boolean;
  start: number;
  end: number;
}
