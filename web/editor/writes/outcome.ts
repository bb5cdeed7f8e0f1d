import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";

/** A revision that this page has published. */
export interface Outcome {
  publication: CompletedWrite;
  /** The revision that was live before: what undoing says again. */
  previous: number;
  /** The revision that this one says again; absent if it is new. */
  again?: number;
  /** It undid the one before, and offers no way back from that. */
  isUndo?: true;
}
