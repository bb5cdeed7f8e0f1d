/** A token as the store keeps it; the token itself is known to its holder alone. */
export interface StoredToken {
  /** Whom the history names as the author. */
  readonly name: string;
  /** What it may do; `write` includes `read`. */
  readonly scope: "read" | "write";
  /** The SHA-256 of the token, as 64 hexadecimal digits. */
  readonly sha256: string;
  /** Its last four characters, by which people tell it from others. */
  readonly ending: string;
  /** RFC 3339 in UTC, to the millisecond. */
  readonly createdAt: string;
  /** The same; from then on it is refused. */
  readonly expiresAt: string;
}

/** What was answered to a request that may come again with the same idempotency key. */
export interface StoredReply {
  /** The sum of the request's body. */
  readonly bodySum: string;
  readonly status: number;
  readonly body: string;
}

/** How long a reply is kept, in ms: by then nobody sends the request again. */
export const replyLifetimeMs = 86_400_000;

/**
 * Who may use the editor, and what was answered there, kept beside the revisions: nothing of it is in a backup, and a
 * visitor's request never reads it. Every kind of store keeps this contract (`tests/support/store/access-contract.ts`).
 * Every method rejects with a NoticeError whose code begins with STORE_, or is named in its comment.
 */
export interface AccessStore {
  /** Every token, those that have expired too, by name. */
  tokens(): Promise<StoredToken[]>;
  /** Takes the place of one of the same name that had expired when it was made; rejects with TOKEN_EXISTS if one had not. */
  addToken(token: StoredToken): Promise<void>;
  /** Removes a token, and resolves with what it was; rejects with TOKEN_UNKNOWN. */
  revokeToken(name: string): Promise<StoredToken>;
  /** What a credential was answered within the last day, when it used that key. */
  findReply(credential: string, key: string): Promise<StoredReply | undefined>;
  /** Keeps an answer for a day, unless there is one; forgets those that are older. */
  keepReply(credential: string, key: string, reply: StoredReply): Promise<void>;
  close(): Promise<void>;
}
