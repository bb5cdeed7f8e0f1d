import { NoticeError } from "../../schema/errors/notice-error.ts";
import { describeAddress, type PostgresAddress } from "../../schema/settings/postgres-url.ts";
import { maxRevisionNumber } from "../store.ts";
import { notAfterLatest } from "./fault.ts";

/** The channel on which a store announces a new revision, with its schema as the payload. */
export const channel = "backsoon";

/** A schema's name, quoted for SQL; it has only letters, digits and _. */
export const quoted = (schema: string): string => `"${schema}"`;

const storedTimeShape = "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$";

/** The format that this program reads and writes; earlier ones were never released. */
const databaseFormat = 7;

export const tables = ["store", "revision", "instance", "token", "usage"];

export function createTables(schema: string): string {
  const at = quoted(schema);
  return `
  CREATE TABLE ${at}.store (
    is_only  boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    id       uuid NOT NULL DEFAULT gen_random_uuid(),
    format   integer NOT NULL
  );

  CREATE TABLE ${at}.revision (
    revision   integer PRIMARY KEY CHECK (revision BETWEEN 1 AND ${maxRevisionNumber}),
    -- A check that results in NULL passes, but a document without isEnabled must not.
    body       text NOT NULL CHECK ((body::json -> 'isEnabled')::text IS NOT DISTINCT FROM 'true'),
    sha256     text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    author     text NOT NULL CHECK (author <> ''),
    created_at text NOT NULL CHECK (created_at ~ '${storedTimeShape}'),
    request_id text NOT NULL UNIQUE CHECK (request_id <> ''),
    -- Whether the store made it by itself: nobody has written it.
    is_automatic boolean NOT NULL DEFAULT false
  );
  -- Which revisions have the same document.
  CREATE INDEX revision_by_sum ON ${at}.revision (sha256, revision);

  -- Which process shows which revision: the processes of the last day.
  CREATE TABLE ${at}.instance (
    id       uuid PRIMARY KEY,
    label    text NOT NULL CHECK (label <> ''),
    -- The store of its revision; NULL if it has never shown one.
    store    uuid,
    revision integer NOT NULL CHECK (revision BETWEEN 0 AND ${maxRevisionNumber}),
    sha256   text NOT NULL,
    seen_at  timestamptz NOT NULL
  );

  -- Who may use the editor: tokens, sign-ins and links.
  CREATE TABLE ${at}.token (
    sha256     text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    kind       text NOT NULL CHECK (kind IN ('token', 'sign-in', 'link')),
    name       text NOT NULL CHECK (name <> ''),
    scope      text NOT NULL CHECK (scope IN ('read', 'write', 'invite')),
    ending     text NOT NULL CHECK (length(ending) = 4),
    created_at text NOT NULL CHECK (created_at ~ '${storedTimeShape}'),
    used_at    text CHECK (used_at ~ '${storedTimeShape}'),
    expires_at text NOT NULL CHECK (expires_at ~ '${storedTimeShape}'),
    -- The latest end of the sign-ins that it makes.
    limit_at   text NOT NULL CHECK (limit_at ~ '${storedTimeShape}')
  );
  CREATE UNIQUE INDEX token_by_name ON ${at}.token (name) WHERE kind = 'token';

  -- How many requests were sent to the models on a day.
  CREATE TABLE ${at}.usage (
    day   date PRIMARY KEY,
    count integer NOT NULL CHECK (count > 0)
  );

  CREATE FUNCTION ${at}.revision_follows() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
  BEGIN
    IF NEW.revision <= (SELECT max(revision) FROM ${at}.revision) THEN
      RAISE EXCEPTION 'a revision follows the latest one' USING ERRCODE = '${notAfterLatest}';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER revision_follows BEFORE INSERT ON ${at}.revision
  FOR EACH ROW EXECUTE FUNCTION ${at}.revision_follows();

  CREATE FUNCTION ${at}.revision_is_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
  BEGIN
    RAISE EXCEPTION 'a revision is never changed or deleted';
  END $$;
  CREATE TRIGGER revision_is_kept BEFORE UPDATE OR DELETE ON ${at}.revision
  FOR EACH ROW EXECUTE FUNCTION ${at}.revision_is_kept();
  CREATE TRIGGER revision_stays BEFORE TRUNCATE ON ${at}.revision
  FOR EACH STATEMENT EXECUTE FUNCTION ${at}.revision_is_kept();

  CREATE FUNCTION ${at}.revision_is_told() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
  BEGIN
    PERFORM pg_catalog.pg_notify('${channel}', TG_TABLE_SCHEMA);
    RETURN NULL;
  END $$;
  CREATE TRIGGER revision_is_told AFTER INSERT ON ${at}.revision
  FOR EACH STATEMENT EXECUTE FUNCTION ${at}.revision_is_told();

  INSERT INTO ${at}.store (format) VALUES (${databaseFormat});
  `;
}

/** @throws NoticeError STORE_FOREIGN, STORE_NEWER */
export function assertFormat(version: number, address: PostgresAddress): void {
  const file = describeAddress(address);
  if (version < databaseFormat)
    throw new NoticeError("STORE_FOREIGN", { file, reason: "it is from before 0.1.0", isDatabase: true });
  if (version > databaseFormat)
    throw new NoticeError("STORE_NEWER", { file, version, supported: databaseFormat });
}
