/** What a row lets in: a program by a token, a browser by a sign-in, or a person by a link, once. */
export type AccessKind = "token" | "sign-in" | "link";

/** What a credential allows: `write` includes `read`, and `invite` includes both. */
export type Scope = "read" | "write" | "invite";

/** A token, a sign-in or a link as the store keeps it. Only its holder knows the secret. Times are RFC 3339 in UTC. */
export interface StoredToken {
  readonly kind: AccessKind;
  /** The author in the history. */
  readonly name: string;
  readonly scope: Scope;
  /** The SHA-256 of the secret, as 64 hexadecimal digits. */
  readonly sha256: string;
  /** Its last four characters, by which people tell tokens apart. */
  readonly ending: string;
  readonly createdAt: string;
  /** When it was last used, to the day; when a link was opened. */
  readonly usedAt: string | null;
  /** From then on it is refused. */
  readonly expiresAt: string;
  /** The latest end of this sign-in, or of those that this token or link makes. */
  readonly limitAt: string;
}

/** How many sign-ins a name may have: one more ends the oldest. */
export const maxSignIns = 20;

/**
 * Who may use the editor, kept beside the revisions. No backup has it, and a visitor's request never reads it. Every
 * kind of store keeps this contract (`tests/support/store/access-contract.ts`). Every method rejects with a NoticeError
 * whose code begins with STORE_, or is named in its comment.
 */
export interface AccessStore {
  /** Every row by name, then by age. */
  tokens(): Promise<StoredToken[]>;
  /** The rows with these hashes. */
  find(sums: string[]): Promise<StoredToken[]>;
  /**
   * Adds a row. A token takes the place of one of this name that had expired by `createdAt`, else it is refused with
   * TOKEN_EXISTS. A sign-in ends the oldest of too many, and a link removes those that are over.
   */
  addToken(token: StoredToken): Promise<void>;
  /** Adds the sign-in that is made of a link, once; undefined if the link is unknown, used or over by its `createdAt`. */
  spendLink(sum: string, make: (link: StoredToken) => StoredToken): Promise<StoredToken | undefined>;
  /** Keeps when a row was used, and when it ends now. */
  keepUse(sum: string, usedAt: string, expiresAt: string): Promise<void>;
  /** Ends a sign-in. */
  endSignIn(sum: string, at: string): Promise<void>;
  /** Removes the token and the links of a name, ends its sign-ins, and returns them; rejects with TOKEN_UNKNOWN. */
  revoke(name: string, at: string): Promise<StoredToken[]>;
  close(): Promise<void>;
}
