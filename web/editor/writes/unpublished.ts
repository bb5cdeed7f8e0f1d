import type { Problem } from "../client/problem.ts";

/** Why a write was not published. */
export interface Unpublished extends Problem {
  /** What visitors see instead was sent from here before: there is no conflict with anybody. */
  isByEarlier?: boolean;
}
