import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether each case of a large table is tried, as in a trial, and not a few of them. */
    everyCase?: boolean;
  }
}

export const isEveryCase = inject("everyCase") ?? false;

/** All cases in a trial, and each so manieth of them in the suite. */
export function casesOf<T>(all: T[], step: number): T[] {
  return isEveryCase ? all : all.filter((_one, index) => index % step === 0);
}
