import { NoticeError } from "../../schema/errors/notice-error.ts";
import { describeAddress, type PostgresAddress } from "../../schema/settings/postgres-url.ts";
import { maxRevisionNumber } from "../store.ts";
import { notAfterLatest } from "./connection/fault.ts";

/** The channel on which a store announces a new revision, with its schema as the payload. */
export const channel = "backsoon";

/** A schema's name, quoted for SQL; it has only letters, digits and _. */
export const quoted = (schema: string): string => `"${schema}"`;

/** A time as we write it, as a regular expression in SQL. */
const storedTimeShape = "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$";

/** The format that this program reads and writes; earlier ones were never released. */
const databaseFormat = 5;

/** The SQL that makes a store in a schema that exists. */
export function createTables(schema: string): string {
  const at = quoted(schema);
  return `
  CREATE TABLE ${at}.store (
    is_only  boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    id       uuid NOT NULL DEFAULT gen_random_uuid(),
    format   integer NOT NULL,
    -- The timeline of the last publication, which has waited for all nodes on an older one.
    timeline text
  );

  CREATE TABLE ${at}.revision (
    revision   bigint PRIMARY KEY CHECK (revision > 0),
    -- A check that results in NULL passes, but a document without isEnabled must not.
    body       text NOT NULL CHECK ((body::json -> 'isEnabled')::text IS NOT DISTINCT FROM 'true'),
    sha256     text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    author     text NOT NULL CHECK (author <> ''),
    created_at text NOT NULL CHECK (created_at ~ '${storedTimeShape}'),
    request_id text NOT NULL UNIQUE CHECK (request_id <> '')
  );
  -- Which revisions have the same document.
  CREATE INDEX revision_by_sum ON ${at}.revision (sha256, revision);

  -- Which process shows which revision: the processes of the last day.
  CREATE TABLE ${at}.instance (
    id       uuid PRIMARY KEY,
    label    text NOT NULL CHECK (label <> ''),
    -- The store of its revision; NULL if it has never shown one.
    store    uuid,
    revision bigint NOT NULL CHECK (revision >= 0),
    sha256   text NOT NULL,
    seen_at  timestamptz NOT NULL,
    -- The timeline of its last report.
    timeline text
  );

  -- The highest number that a process has ever reported of a store.
  CREATE TABLE ${at}.mark (
    store    uuid PRIMARY KEY,
    revision bigint NOT NULL CHECK (revision <= ${maxRevisionNumber})
  );
  GRANT SELECT ON ${at}.mark TO PUBLIC;

  CREATE TABLE ${at}.token (
    name       text PRIMARY KEY CHECK (name <> ''),
    scope      text NOT NULL CHECK (scope IN ('read', 'write')),
    sha256     text NOT NULL UNIQUE CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    ending     text NOT NULL CHECK (length(ending) = 4),
    created_at text NOT NULL CHECK (created_at ~ '${storedTimeShape}'),
    expires_at text NOT NULL CHECK (expires_at ~ '${storedTimeShape}')
  );

  -- The replies to requests that may be repeated with the same key.
  CREATE TABLE ${at}.reply (
    credential  text NOT NULL,
    request_key text NOT NULL,
    body_sum    text NOT NULL,
    status      integer NOT NULL CHECK (status BETWEEN 100 AND 599),
    body        text NOT NULL,
    kept_at     timestamptz NOT NULL,
    PRIMARY KEY (credential, request_key)
  );

  -- How many requests were sent to the models on a day.
  CREATE TABLE ${at}.usage (
    day   date PRIMARY KEY,
    count integer NOT NULL CHECK (count > 0)
  );

  -- The timeline of the database: a new one after a standby has replaced its primary, and NULL if the database does not
  -- tell it. The function runs as its owner, so that every role gets the same answer.
  CREATE FUNCTION ${at}.timeline() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
  BEGIN
    RETURN pg_catalog.substr(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 1, 8);
  EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
  END $$;
  GRANT EXECUTE ON FUNCTION ${at}.timeline() TO PUBLIC;

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

  CREATE FUNCTION ${at}.revision_settles() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  BEGIN
    UPDATE ${at}.store SET timeline = ${at}.timeline() WHERE timeline IS DISTINCT FROM ${at}.timeline();
    RETURN NULL;
  END $$;
  CREATE TRIGGER revision_settles AFTER INSERT ON ${at}.revision
  FOR EACH STATEMENT EXECUTE FUNCTION ${at}.revision_settles();

  CREATE FUNCTION ${at}.instance_is_heard() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  BEGIN
    NEW.timeline := ${at}.timeline();
    RETURN NEW;
  END $$;
  CREATE TRIGGER instance_is_heard BEFORE INSERT OR UPDATE ON ${at}.instance
  FOR EACH ROW EXECUTE FUNCTION ${at}.instance_is_heard();

  -- Ignores reports on another store, and impossible numbers. A report that does not raise the mark locks nothing.
  CREATE FUNCTION ${at}.instance_raises() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  BEGIN
    IF NEW.store = (SELECT id FROM ${at}.store) AND NEW.revision <= ${maxRevisionNumber}
      AND NEW.revision > coalesce((SELECT revision FROM ${at}.mark WHERE store = NEW.store), 0) THEN
      INSERT INTO ${at}.mark AS known (store, revision) VALUES (NEW.store, NEW.revision)
      ON CONFLICT (store) DO UPDATE SET revision = excluded.revision WHERE known.revision < excluded.revision;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER instance_raises AFTER INSERT OR UPDATE ON ${at}.instance
  FOR EACH ROW EXECUTE FUNCTION ${at}.instance_raises();

  -- No role may use them as triggers of its own tables.
  REVOKE ALL ON FUNCTION ${at}.instance_is_heard(), ${at}.instance_raises(), ${at}.revision_settles() FROM PUBLIC;

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
