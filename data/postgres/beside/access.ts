import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import { isExpired } from "../../../schema/token/find-token.ts";
import { type AccessStore, replyLifetimeMs, type StoredReply, type StoredToken } from "../../access-store.ts";
import type { Deadline } from "../../time/deadline.ts";
import type { DatabaseLogin } from "../connection/connect.ts";
import type { AskDatabase } from "../connection/link.ts";
import { createLinks } from "../connection/links.ts";
import { rehearse, transact } from "../connection/transaction.ts";
import { quoted } from "../format.ts";
import { identify, queriesOn } from "../queries.ts";

type TokenRow = StoredToken & Record<string, unknown>;
type ReplyRow = StoredReply & Record<string, unknown>;

const tokenColumns = `name, scope, sha256, ending, created_at AS "createdAt", expires_at AS "expiresAt"`;
const aDayAgo = `pg_catalog.clock_timestamp() - interval '${replyLifetimeMs} ms'`;

/**
 * Opens the tokens and replies of an existing store in a PostgreSQL database. They are read on demand, so nobody is
 * notified of changes.
 * @throws NoticeError STORE_…
 */
export async function openPostgresAccess(login: DatabaseLogin, deadline?: Deadline): Promise<AccessStore> {
  const { address } = login;
  const [token, reply] = [`${quoted(address.schema)}.token`, `${quoted(address.schema)}.reply`];
  const { touchLog } = queriesOn(address.schema);
  const links = createLinks(login, deadline);
  await links.use((ask) => identify(ask, address));
  const write = async <T>(work: (ask: AskDatabase) => Promise<T>): Promise<T> => {
    try {
      return await links.use((ask) => transact(ask, () => work(ask)));
    } catch (cause) {
      if (!isNoticeError(cause, "STORE_UNCONFIRMED")) throw cause;
      const store = describeAddress(address);
      throw new NoticeError("STORE_UNCONFIRMED", { store, look: "token list" }, { cause });
    }
  };
  const selectTokens = `SELECT ${tokenColumns} FROM ${token}`;
  const insertToken = async (ask: AskDatabase, added: StoredToken): Promise<void> => {
    const { name, scope, sha256, ending, createdAt, expiresAt } = added;
    const [found] = await ask<TokenRow>(`${selectTokens} WHERE name = $1`, name);
    // An earlier attempt of ours may have added it, and its answer was lost.
    if (found?.sha256 === sha256) return void (await touchLog(ask));
    if (found && !isExpired(found, new Date(createdAt))) throw new NoticeError("TOKEN_EXISTS", { name });
    if (found) await ask(`DELETE FROM ${token} WHERE sha256 = $1`, found.sha256);
    const insert = `INSERT INTO ${token} (name, scope, sha256, ending, created_at, expires_at)`;
    await ask(`${insert} VALUES ($1, $2, $3, $4, $5, $6)`, name, scope, sha256, ending, createdAt, expiresAt);
  };

  return {
    tokens: () => links.use((ask) => ask<TokenRow>(`${selectTokens} ORDER BY name COLLATE pg_catalog."C"`)),
    addToken: (added) => write((ask) => insertToken(ask, added)),
    rehearseToken: (added) => links.use((ask) => rehearse(ask, () => insertToken(ask, added))),
    async revokeToken(name) {
      let revoked: StoredToken | undefined;
      return write(async (ask) => {
        const [found] = await ask<TokenRow>(
          `DELETE FROM ${token} WHERE name = $1 RETURNING ${tokenColumns}`,
          name,
        );
        revoked = found ?? revoked;
        if (!revoked) throw new NoticeError("TOKEN_UNKNOWN", { name });
        // An earlier attempt of ours may have revoked it.
        if (!found) await touchLog(ask);
        return revoked;
      });
    },
    findReply: (credential, key) =>
      links.use(async (ask) => {
        const select = `SELECT body_sum AS "bodySum", status, body FROM ${reply}`;
        const which = `WHERE credential = $1 AND request_key = $2 AND kept_at > ${aDayAgo}`;
        return (await ask<ReplyRow>(`${select} ${which}`, credential, key))[0];
      }),
    keepReply: (credential, key, { bodySum, status, body }) =>
      write(async (ask) => {
        await ask(`DELETE FROM ${reply} WHERE kept_at <= ${aDayAgo}`);
        const insert = `INSERT INTO ${reply} (credential, request_key, body_sum, status, body, kept_at)`;
        const values = `VALUES ($1, $2, $3, $4, $5, clock_timestamp()) ON CONFLICT DO NOTHING`;
        await ask(`${insert} ${values}`, credential, key, bodySum, status, body);
        await touchLog(ask);
      }),
    close: async () => links.close(),
  };
}
