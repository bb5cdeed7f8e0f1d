/** How many requests have been sent to the models today, and how many may be. */
export interface Usage {
  readonly count: number;
  readonly limit: number;
}

/**
 * The counter of requests to the models, kept beside the revisions: it is in no backup, and a visitor's request never
 * reads it. A day is one of UTC by the database's clock. If that goes back by less than a week, the count of the latest
 * day goes on, so that a used-up limit does not come back. Every kind of store keeps this contract (`tests/support/store/usage-contract.ts`).
 * Every method rejects with a NoticeError whose code begins with STORE_, or is named in its comment.
 */
export interface UsageStore {
  /**
   * Counts one request, before it is sent: of all processes that share the store, no more than `limit` get one a day.
   * Where this rejects, nothing may be sent; a request whose count could not be confirmed may have been counted all the
   * same. Rejects with LIMIT_REACHED.
   */
  reserveUse(limit: number): Promise<Usage>;
  /** How many have been counted today. */
  usesToday(): Promise<number>;
  close(): Promise<void>;
}
