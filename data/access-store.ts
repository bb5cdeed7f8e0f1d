/** A token as the store keeps it. Only its holder knows the token itself. */
export interface StoredToken {
  /** The author in the history. */
  readonly name: string;
  /** What it may do; `write` includes `read`. */
  readonly scope: "read" | "write";
  /** The SHA-256 of the token, as 64 hexadecimal digits. */
  readonly sha256: string;
  /** Its last four characters, by which people tell tokens apart. */
  readonly ending: string;
  /** RFC 3339 in UTC, to the millisecond. */
  readonly createdAt: string;
  /** RFC 3339 in UTC, to the millisecond; from then on the token is refused. */
  readonly expiresAt: string;
}

/** The reply to a request that may come again with the same idempotency key. */
export interface StoredReply {
  /** The hash of the request. */
  readonly bodySum: string;
  readonly status: number;
  readonly body: string;
}

/** How long a reply is kept, in ms: by then nobody sends the request again. */
export const replyLifetimeMs = 86_400_000;

/**
 * The editor's tokens and the replies that it gave, kept beside the revisions. No backup has them, and a visitor's
 * request never reads them. Every kind of store keeps this contract (`tests/support/store/access-contract.ts`). Every
 * method rejects with a NoticeError whose code begins with STORE_, or is named in its comment.
 */
export interface AccessStore {
  /** Every token by name, also the expired ones. */
  tokens(): Promise<StoredToken[]>;
  /** Adds a token, in place of one of this name that had expired by `createdAt`; else rejects with TOKEN_EXISTS. */
  addToken(token: StoredToken): Promise<void>;
  /** Tries `addToken` and undoes it; rejects as that would. */
  rehearseToken(token: StoredToken): Promise<void>;
  /** Removes a token and resolves with it; rejects with TOKEN_UNKNOWN. */
  revokeToken(name: string): Promise<StoredToken>;
  /** The reply that a credential got for this key within the last day. */
  findReply(credential: string, key: string): Promise<StoredReply | undefined>;
  /** Keeps a reply for a day, unless there is one; removes older ones. */
  keepReply(credential: string, key: string, reply: StoredReply): Promise<void>;
  close(): Promise<void>;
}
