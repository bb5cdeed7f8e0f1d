import type { Fault } from "../../../schema/errors/fault.ts";
import type { Draft } from "../draft/draft.ts";

/** What each part of the form works on. */
export interface FormState {
  draft: Draft;
  /** Everything that is wrong with it. */
  faults: Fault[];
  /** Whether faults are shown even at fields that have not been left yet. */
  showsFaults: boolean;
  edit: (change: (draft: Draft) => Draft) => void;
}

/** What is wrong at a place in the document, or inside it; undefined if nothing is. */
export function faultAt(faults: Fault[], pointer: string): string | undefined {
  return faults.find((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))?.detail;
}
