import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether each case of a table is tried; the suite tries some. */
    hasEveryCell?: boolean;
  }
}

/** Whether this is a trial, which tries all. */
export const hasEveryCell = inject("hasEveryCell") ?? false;

/** The cases of a table that are tried here: in a trial all of them, in the suite those that are named. */
export const cells = <Cell>(all: readonly Cell[], isKept: (cell: Cell) => boolean): Cell[] =>
  all.filter((cell) => hasEveryCell || isKept(cell));

/** All cases of a large table in a trial; in the suite the first and then each so many steps on. */
export function casesOf<T>(all: T[], step: number): T[] {
  return cells([...all.entries()], ([index]) => index % step === 0).map(([, one]) => one);
}
