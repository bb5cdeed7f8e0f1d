import { NoticeError } from "../../schema/errors/notice-error.ts";
import { isExpired } from "../../schema/token/token.ts";
import type { Deadline } from "../deadline.ts";
import type { Connection } from "../sqlite-file/format.ts";
import { type AccessStore, maxSignIns, type StoredToken, type UsageStore, withinLimit } from "../store.ts";
import { transactionsOn } from "./replacement.ts";

const columns = `kind, name, scope, sha256, ending, created_at AS createdAt, used_at AS usedAt,
  expires_at AS expiresAt, limit_at AS limitAt`;

/**
 * Opens what lets people use the editor in an existing SQLite file.
 * @throws NoticeError STORE_…
 */
export async function openSqliteAccess(file: string, deadline?: Deadline): Promise<AccessStore> {
  const { read, write } = transactionsOn(file, deadline);
  /** Checks a write through a new connection: the write is lost if the file was replaced meanwhile. */
  const assertKept = async (isKept: (db: Connection) => boolean): Promise<void> => {
    if (!(await read(isKept))) throw new NoticeError("WRITE_LOST", { file });
  };
  const isThere = (sum: string) => (db: Connection) => findBySum(db, sum) !== undefined;
  await read(() => undefined);

  return {
    tokens: () => read((db) => select(db, "ORDER BY name, created_at, sha256")),
    find: (sums) =>
      read((db) => select(db, "WHERE sha256 IN (SELECT value FROM json_each(?))", JSON.stringify(sums))),
    async addToken(token) {
      await write((db) => insert(db, token));
      await assertKept(isThere(token.sha256));
    },
    async spendLink(sum, make) {
      const made = await write((db) => {
        const link = findBySum(db, sum);
        if (link?.kind !== "link" || link.usedAt !== null) return undefined;
        const signIn = make(link);
        if (isExpired(link, new Date(signIn.createdAt))) return undefined;
        db.prepare("UPDATE token SET used_at = ? WHERE sha256 = ?").run(signIn.createdAt, sum);
        insert(db, signIn);
        return signIn;
      });
      if (made) await assertKept(isThere(made.sha256));
      return made;
    },
    keepUse: (sum, usedAt, expiresAt) =>
      write((db) => {
        const update = "UPDATE token SET used_at = ?, expires_at = ? WHERE sha256 = ? AND expires_at > ?";
        db.prepare(update).run(usedAt, expiresAt, sum, usedAt);
      }),
    endSignIn: (sum, at) =>
      write((db) => {
        const update =
          "UPDATE token SET expires_at = ? WHERE sha256 = ? AND kind = 'sign-in' AND expires_at > ?";
        db.prepare(update).run(at, sum, at);
      }),
    async revoke(name, at) {
      const revoked = await write((db) => {
        const found = select(db, "WHERE name = ? AND (kind = 'token' OR expires_at > ?)", name, at);
        if (found.length === 0) throw new NoticeError("TOKEN_UNKNOWN", { name });
        db.prepare("DELETE FROM token WHERE name = ? AND kind <> 'sign-in'").run(name);
        db.prepare("UPDATE token SET expires_at = min(expires_at, ?) WHERE name = ?").run(at, name);
        return found;
      });
      await assertKept(
        (db) => select(db, "WHERE name = ? AND (kind <> 'sign-in' OR expires_at > ?)", name, at).length === 0,
      );
      return revoked;
    },
    close: async () => {},
  };
}

function select(db: Connection, rest: string, ...values: string[]): StoredToken[] {
  return db.prepare<string[], StoredToken>(`SELECT ${columns} FROM token ${rest}`).all(...values);
}

function findBySum(db: Connection, sum: string): StoredToken | undefined {
  return select(db, "WHERE sha256 = ?", sum)[0];
}

function insert(db: Connection, token: StoredToken): void {
  const { kind, name, createdAt } = token;
  if (kind === "token") {
    const [found] = select(db, "WHERE name = ? AND kind = 'token'", name);
    if (found && !isExpired(found, new Date(createdAt))) throw new NoticeError("TOKEN_EXISTS", { name });
    if (found) db.prepare("DELETE FROM token WHERE sha256 = ?").run(found.sha256);
  }
  if (kind === "link")
    db.prepare("DELETE FROM token WHERE kind = 'link' AND (used_at NOT NULL OR expires_at <= ?)").run(
      createdAt,
    );
  db.prepare<[StoredToken]>(
    `INSERT INTO token (kind, name, scope, sha256, ending, created_at, used_at, expires_at, limit_at)
     VALUES (:kind, :name, :scope, :sha256, :ending, :createdAt, :usedAt, :expiresAt, :limitAt)`,
  ).run(token);
  if (kind === "sign-in")
    db.prepare(
      `DELETE FROM token WHERE sha256 IN (SELECT sha256 FROM token WHERE kind = 'sign-in' AND name = ?
       ORDER BY expires_at > ? DESC, created_at DESC, rowid DESC LIMIT -1 OFFSET ${maxSignIns})`,
    ).run(name, createdAt);
}

const reserve = `
  INSERT INTO usage (day, count) SELECT date('now'), 1 WHERE :limit > 0
  ON CONFLICT (day) DO UPDATE SET count = count + 1 WHERE count < :limit
  RETURNING count`;

/**
 * Opens the counter of an existing SQLite file.
 * @throws NoticeError STORE_…
 */
export async function openSqliteUsage(file: string, deadline?: Deadline): Promise<UsageStore> {
  const { read, write } = transactionsOn(file, deadline);
  await read(() => undefined);
  return {
    reserveUse: (limit) =>
      write((db) => {
        const reserved = db.prepare<[{ limit: number }], number>(reserve).pluck().get({ limit });
        return withinLimit(limit, reserved, countToday(db));
      }),
    usesToday: () => read(countToday),
    close: async () => {},
  };
}

function countToday(db: Connection): number {
  return db.prepare<[], number>("SELECT count FROM usage WHERE day = date('now')").pluck().get() ?? 0;
}
