import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether tests try all cases of their tables. The suite tries some. */
    hasEveryCell?: boolean;
  }
}

export const hasEveryCell = inject("hasEveryCell") ?? false;

/** All cases of a table in a trial; in the suite only those to keep. */
export const cells = <Cell>(all: readonly Cell[], isKept: (cell: Cell) => boolean): Cell[] =>
  all.filter((cell) => hasEveryCell || isKept(cell));

/** All cases of a large table in a trial; in the suite every so many. */
export function casesOf<T>(all: T[], step: number): T[] {
  return cells([...all.entries()], ([index]) => index % step === 0).map(([, one]) => one);
}
