import { NoticeError } from "../schema/errors/notice-error.ts";

/** How many requests have been sent to the models today, and how many are allowed. */
export interface Usage {
  readonly count: number;
  readonly limit: number;
}

/**
 * The counter of requests to the models, kept beside the revisions. It is in no backup, and a visitor's request never
 * reads it. A day is in UTC by the database's clock. Every kind of store keeps this contract
 * (`tests/support/store/usage-contract.ts`). Every method rejects with a NoticeError whose code begins with STORE_, or
 * is named in its comment.
 */
export interface UsageStore {
  /**
   * Counts one request before it is sent: all processes that share the store get at most `limit` a day. If this
   * rejects, nothing may be sent; the request may have been counted even so. Rejects with LIMIT_REACHED.
   */
  reserveUse(limit: number): Promise<Usage>;
  /** How many have been counted today. */
  usesToday(): Promise<number>;
  close(): Promise<void>;
}

/** The count after a reservation, which is undefined at the limit. @throws NoticeError LIMIT_REACHED */
export function withinLimit(limit: number, reserved: number | undefined, standing: number): Usage {
  if (reserved === undefined) throw new NoticeError("LIMIT_REACHED", { count: standing, limit });
  return { count: reserved, limit };
}
