/** How an open page behaves, as set by ops. */
export interface LiveOptions {
  /** Seconds between two polls, on average. */
  pollSeconds: number;
  /** Seconds over which pages that notice the return at the same time spread their reloads. */
  returnSpreadSeconds: number;
}
