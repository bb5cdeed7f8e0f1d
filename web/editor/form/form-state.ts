import type { Fault } from "../../../schema/errors/fault.ts";
import type { Draft } from "../draft/draft.ts";

/** The state and commands for each part of the form. */
export interface FormState {
  draft: Draft;
  /** The draft's faults. */
  faults: Fault[];
  /** Whether faults are shown even at fields that have not been left yet. */
  showsFaults: boolean;
  edit: (change: (draft: Draft) => Draft) => void;
}

/** The first fault at a pointer, or below it; undefined if there is none. */
export function faultAt(faults: Fault[], pointer: string): string | undefined {
  return faults.find((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))?.detail;
}
