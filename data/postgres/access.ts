import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { describeAddress } from "../../schema/settings/postgres-url.ts";
import { isExpired } from "../../schema/token/token.ts";
import type { Deadline } from "../deadline.ts";
import { type AccessStore, maxSignIns, type StoredToken, type UsageStore, withinLimit } from "../store.ts";
import { type AskDatabase, type DatabaseLogin, transact } from "./connect.ts";
import { quoted } from "./format.ts";
import { openLink, queriesOn } from "./queries.ts";

type TokenRow = StoredToken & Record<string, unknown>;

const columns = `kind, name, scope, sha256, ending, created_at AS "createdAt", used_at AS "usedAt",
  expires_at AS "expiresAt", limit_at AS "limitAt"`;

/**
 * Opens what lets people use the editor in a PostgreSQL database. It is read on demand, so nobody is notified of
 * changes. Each attempt to write looks first: an earlier one may have succeeded, and its answer was lost.
 * @throws NoticeError STORE_…
 */
export async function openPostgresAccess(login: DatabaseLogin, deadline?: Deadline): Promise<AccessStore> {
  const { address } = login;
  const table = `${quoted(address.schema)}.token`;
  const { touchLog } = queriesOn(address.schema);
  const { link: connection } = await openLink(login, deadline);
  const write = async <T>(work: (ask: AskDatabase) => Promise<T>): Promise<T> => {
    try {
      return await connection.use((ask) => transact(ask, () => work(ask)));
    } catch (cause) {
      if (!isNoticeError(cause, "STORE_UNCONFIRMED")) throw cause;
      const store = describeAddress(address);
      throw new NoticeError("STORE_UNCONFIRMED", { store, look: "token list" }, { cause });
    }
  };
  const select = (ask: AskDatabase, rest: string, ...values: unknown[]): Promise<StoredToken[]> =>
    ask<TokenRow>(`SELECT ${columns} FROM ${table} ${rest}`, ...values);
  const isThere = async (ask: AskDatabase, { sha256 }: StoredToken): Promise<boolean> => {
    const [found] = await select(ask, "WHERE sha256 = $1", sha256);
    if (found) await touchLog(ask);
    return found !== undefined;
  };
  const insert = async (ask: AskDatabase, token: StoredToken): Promise<void> => {
    const { kind, name, scope, sha256, ending, createdAt, usedAt, expiresAt, limitAt } = token;
    if (kind === "token") {
      const [found] = await select(ask, "WHERE name = $1 AND kind = 'token'", name);
      if (found && !isExpired(found, new Date(createdAt))) throw new NoticeError("TOKEN_EXISTS", { name });
      if (found) await ask(`DELETE FROM ${table} WHERE sha256 = $1`, found.sha256);
    }
    if (kind === "link") {
      const isOver = "kind = 'link' AND (used_at IS NOT NULL OR expires_at <= $1)";
      await ask(`DELETE FROM ${table} WHERE ${isOver}`, createdAt);
    }
    await ask(
      `INSERT INTO ${table} (kind, name, scope, sha256, ending, created_at, used_at, expires_at, limit_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      ...[kind, name, scope, sha256, ending, createdAt, usedAt, expiresAt, limitAt],
    );
    if (kind === "sign-in")
      await ask(
        `DELETE FROM ${table} WHERE sha256 IN (SELECT sha256 FROM ${table} WHERE kind = 'sign-in' AND name = $1
         ORDER BY expires_at > $2 DESC, created_at DESC, sha256 OFFSET ${maxSignIns})`,
        name,
        createdAt,
      );
  };

  return {
    tokens: () =>
      connection.use((ask) => select(ask, `ORDER BY name COLLATE pg_catalog."C", created_at, sha256`)),
    find: (hashes) => connection.use((ask) => select(ask, "WHERE sha256 = ANY($1::text[])", hashes)),
    addToken: (token) =>
      write(async (ask) => {
        if (!(await isThere(ask, token))) await insert(ask, token);
      }),
    spendLink: (hash, make) =>
      write(async (ask) => {
        const [link] = await select(ask, "WHERE sha256 = $1 AND kind = 'link' FOR UPDATE", hash);
        if (!link) return undefined;
        const signIn = make(link);
        if (await isThere(ask, signIn)) return signIn;
        if (link.usedAt !== null || isExpired(link, new Date(signIn.createdAt))) return undefined;
        await ask(`UPDATE ${table} SET used_at = $2 WHERE sha256 = $1`, hash, signIn.createdAt);
        await insert(ask, signIn);
        return signIn;
      }),
    keepUse: (hash, usedAt, expiresAt) =>
      write(async (ask) => {
        const update = `UPDATE ${table} SET used_at = $2, expires_at = $3 WHERE sha256 = $1 AND expires_at > $2`;
        await ask(update, hash, usedAt, expiresAt);
      }),
    endSignIn: (hash, at) =>
      write(async (ask) => {
        await ask(`UPDATE ${table} SET expires_at = $2 WHERE sha256 = $1 AND kind = 'sign-in'`, hash, at);
      }),
    async revoke(name, at) {
      let revoked: StoredToken[] = [];
      return write(async (ask) => {
        const found = await select(
          ask,
          "WHERE name = $1 AND (kind = 'token' OR expires_at > $2) FOR UPDATE",
          name,
          at,
        );
        if (found.length > 0) revoked = found;
        if (revoked.length === 0) throw new NoticeError("TOKEN_UNKNOWN", { name });
        await ask(`DELETE FROM ${table} WHERE name = $1 AND kind <> 'sign-in'`, name);
        await ask(`UPDATE ${table} SET expires_at = least(expires_at, $2) WHERE name = $1`, name, at);
        await touchLog(ask);
        return revoked;
      });
    },
    close: async () => connection.close(),
  };
}

const today = "(pg_catalog.now() AT TIME ZONE 'UTC')::pg_catalog.date";

/**
 * Opens the counter of an existing store in a PostgreSQL database.
 * @throws NoticeError STORE_…
 */
export async function openPostgresUsage(login: DatabaseLogin, deadline?: Deadline): Promise<UsageStore> {
  const usage = `${quoted(login.address.schema)}.usage`;
  const { link } = await openLink(login, deadline);
  const reserve = `INSERT INTO ${usage} AS kept (day, count) SELECT ${today}, 1 WHERE $1::integer > 0
    ON CONFLICT (day) DO UPDATE SET count = kept.count + 1 WHERE kept.count < $1::integer
    RETURNING count`;
  const countToday = async (ask: AskDatabase): Promise<number> =>
    (await ask<{ count: number }>(`SELECT count FROM ${usage} WHERE day = ${today}`))[0]?.count ?? 0;

  return {
    async reserveUse(limit) {
      try {
        return await link.use((ask) =>
          transact(ask, async () => {
            const [reserved] = await ask<{ count: number }>(reserve, limit);
            return withinLimit(limit, reserved?.count, reserved ? 0 : await countToday(ask));
          }),
        );
      } catch (cause) {
        if (!isNoticeError(cause, "STORE_UNCONFIRMED")) throw cause;
        // Whether it was counted makes no difference, as nothing is sent.
        throw new NoticeError("STORE_LATE", {}, { cause });
      }
    },
    usesToday: () => link.use(countToday),
    close: async () => link.close(),
  };
}
