/** How an open page behaves, by the settings. */
export interface LiveOptions {
  /** Seconds between two polls, on average. */
  pollSeconds: number;
  /** Seconds over which pages that learn of the return at once spread their reloads. */
  returnSpreadSeconds: number;
}
