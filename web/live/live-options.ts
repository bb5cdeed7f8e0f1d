/** How an open page behaves, as set by ops. */
export interface LiveOptions {
  /** Seconds between two polls, on average. */
  pollSeconds: number;
  /**
   * Seconds over which pages that notice the return at the same time spread their reloads. Absent for a page that stays
   * open, because its visitor's form is on the page before it.
   */
  returnSpreadSeconds?: number;
}
