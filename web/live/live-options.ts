/** How an open page behaves, as set by ops. */
export interface LiveOptions {
  /** Seconds between two polls, on average. */
  pollSeconds: number;
  /**
   * Seconds over which pages that notice the return at the same time spread their reloads; absent for a page that stays,
   * as what its visitor typed is on the page before it.
   */
  returnSpreadSeconds?: number;
}
