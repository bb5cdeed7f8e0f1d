import { NoticeError } from "../../schema/errors/notice-error.ts";
import { isExpired } from "../../schema/token/find-token.ts";
import { type AccessStore, replyLifetimeMs, type StoredReply, type StoredToken } from "../access-store.ts";
import type { Connection } from "../sqlite-file/driver.ts";
import type { Deadline } from "../time/deadline.ts";
import { transactionsOn } from "./transactions.ts";

const selectTokens = `SELECT name, scope, sha256, ending, created_at AS createdAt, expires_at AS expiresAt FROM token`;

/**
 * Opens the editor's tokens and replies in an existing SQLite file.
 * @throws NoticeError STORE_…
 */
export async function openSqliteAccess(file: string, deadline?: Deadline): Promise<AccessStore> {
  const { read, write, rehearse } = transactionsOn(file, deadline);
  /** Checks a write through a new connection: the write is lost if the file was replaced meanwhile. */
  const assertSum = async (name: string, sum: string | undefined): Promise<void> => {
    const found = await read((db) => findToken(db, name));
    if (found?.sha256 !== sum) throw new NoticeError("WRITE_LOST", { file });
  };
  await read(() => undefined);

  return {
    tokens: () => read((db) => db.prepare<[], StoredToken>(`${selectTokens} ORDER BY name`).all()),
    async addToken(token) {
      await write((db) => insertToken(db, token));
      await assertSum(token.name, token.sha256);
    },
    rehearseToken: (token) => rehearse((db) => insertToken(db, token)),
    async revokeToken(name) {
      const token = await write((db) => deleteToken(db, name));
      await assertSum(name, undefined);
      return token;
    },
    findReply: (credential, key) => read((db) => findReply(db, credential, key)),
    keepReply: (credential, key, reply) => write((db) => keepReply(db, credential, key, reply)),
    close: async () => {},
  };
}

function findToken(db: Connection, name: string): StoredToken | undefined {
  return db.prepare<[string], StoredToken>(`${selectTokens} WHERE name = ?`).get(name);
}

function insertToken(db: Connection, token: StoredToken): void {
  const found = findToken(db, token.name);
  if (found && !isExpired(found, new Date(token.createdAt)))
    throw new NoticeError("TOKEN_EXISTS", { name: token.name });
  if (found) deleteToken(db, token.name);
  db.prepare<[StoredToken]>(
    `INSERT INTO token (name, scope, sha256, ending, created_at, expires_at)
     VALUES (:name, :scope, :sha256, :ending, :createdAt, :expiresAt)`,
  ).run(token);
}

function deleteToken(db: Connection, name: string): StoredToken {
  const token = findToken(db, name);
  if (!token) throw new NoticeError("TOKEN_UNKNOWN", { name });
  db.prepare<[string]>("DELETE FROM token WHERE name = ?").run(name);
  return token;
}

function findReply(db: Connection, credential: string, key: string): StoredReply | undefined {
  return db
    .prepare<[string, string, string], StoredReply>(
      `SELECT body_sum AS bodySum, status, body FROM reply
       WHERE credential = ? AND request_key = ? AND kept_at > ?`,
    )
    .get(credential, key, aDayAgo());
}

function keepReply(db: Connection, credential: string, key: string, reply: StoredReply): void {
  db.prepare<[string]>("DELETE FROM reply WHERE kept_at <= ?").run(aDayAgo());
  db.prepare(
    `INSERT INTO reply (credential, request_key, body_sum, status, body, kept_at)
     VALUES (:credential, :key, :bodySum, :status, :body, :keptAt) ON CONFLICT DO NOTHING`,
  ).run({ credential, key, ...reply, keptAt: new Date().toISOString() });
}

function aDayAgo(): string {
  return new Date(Date.now() - replyLifetimeMs).toISOString();
}
