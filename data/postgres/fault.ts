import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { describeAddress, type PostgresAddress } from "../../schema/settings/postgres-url.ts";
import { isDatabaseError, Late, Lost } from "./session.ts";

/** The database ended a commit without saying that it is safe: what was written may still be lost. */
export class Unconfirmed extends Error {}

/** The error code of our trigger for a number that is not after the latest. */
export const notAfterLatest = "BSN01";

/**
 * The error codes of the database, or of a pool in front of it, after which another attempt may succeed.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const transient = /^(?:23505|40001|40P01|40003|25006|25P0[23]|53300|55P03|57014|57P0[1-5]|08.{3}|BSN01)$/;

const inWords: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its host name is not known",
  EAI_AGAIN: "its host name cannot be looked up now",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to it",
  ENOENT: "there is no such socket",
  EACCES: "this user may not use its socket",
  ECONNRESET: "it closed the connection",
  EPIPE: "it closed the connection",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  CERT_HAS_EXPIRED: "its certificate has expired",
  SELF_SIGNED_CERT_IN_CHAIN: "no authority that sslrootcert names signed its certificate",
  DEPTH_ZERO_SELF_SIGNED_CERT: "no authority that sslrootcert names signed its certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "no authority that sslrootcert names signed its certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "no authority that sslrootcert names signed its certificate",
  "28P01": "it refuses the role or its password",
  "28000": "it does not let the role in",
  "42501": "it does not let the role in",
  "3D000": "it has no such database",
  "53300": "it has no free connection",
  "57014": "it cancelled the query, because of statement_timeout or because somebody asked it to",
  "57P03": "it is starting up or shutting down",
  // PgBouncer uses this code for everything.
  "08P01": "the connection pool in front of it refuses, or does not reach it: see the pool's log",
};

/** Whether the next attempt may succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof Lost || error instanceof Unconfirmed || transient.test(codeOf(error));
}

/** Whether an error proves that nothing was committed: a rule was broken, or others were first. */
export function isRefusal(error: unknown): boolean {
  return /^(?:23|40(?!003))/.test(codeOf(error));
}

export function isForbidden(error: unknown): boolean {
  return codeOf(error) === "42501";
}

export function isWithoutTable(error: unknown): boolean {
  return codeOf(error) === "42P01";
}

/** Whether somebody else holds a lock that is needed, so that a later attempt may succeed on the same connection. */
export function isHeld(error: unknown): boolean {
  return ["55P03", "40P01", "40001"].includes(codeOf(error));
}

/** Whether our own time limit for an answer was reached. */
export function isLate(error: unknown): boolean {
  return error instanceof Late || (error instanceof Lost && error.cause instanceof Late);
}

function codeOf(error: unknown): string {
  return isNoticeError(error) ? "" : String((error as { code?: unknown }).code ?? "");
}

/** Why a host could not be used, in words without secrets. */
export function reasonOf(error: unknown): string {
  if (isNoticeError(error)) return error.message.replace(/\.$/, "");
  if (error instanceof Late) return "it does not answer in time";
  if (error instanceof Lost && error.cause) return reasonOf(error.cause);
  const words = inWords[codeOf(error)];
  if (words !== undefined) return words;
  // A foreign server may send any text, and repeat what we sent to it.
  if (isDatabaseError(error)) return `it ends with ${/^[0-9A-Z]{5}$/.exec(error.code)?.[0] ?? "an error"}`;
  const { message } = error as Error;
  if (/does not support SSL/.test(message)) return "it offers no TLS";
  if (/password/.test(message))
    return "it asks for a password: set DATABASE_PASSWORD or DATABASE_PASSWORD_FILE";
  return "the connection broke, or it does not speak PostgreSQL";
}

/** The error for a database that has no store at this address. */
export function missingStore(address: PostgresAddress): NoticeError {
  return new NoticeError("STORE_MISSING", { file: describeAddress(address), isDatabase: true });
}

/** The error for a schema that has only a part of a store. */
export function brokenStore(address: PostgresAddress, reason: string): NoticeError {
  const { schema } = address;
  return new NoticeError("STORE_CORRUPT", { file: describeAddress(address), reason, schema });
}

/** Turns any error into one of ours, without any text from the server. @see explain */
export function toStoreError(error: unknown, address: PostgresAddress): NoticeError {
  if (isNoticeError(error)) return error;
  const store = describeAddress(address);
  if (error instanceof Unconfirmed) return new NoticeError("STORE_UNCONFIRMED", { store });
  const code = codeOf(error);
  if (code === "53100") return new NoticeError("STORE_FULL", { store });
  if (isForbidden(error)) return new NoticeError("STORE_FORBIDDEN", { store, role: address.user });
  if (isWithoutTable(error)) return missingStore(address);
  // Tables are made if there is no table of the store.
  if (code === "42P07") return brokenStore(address, "the table store is missing");
  if (code === "42703") {
    const reason = "its tables are another program's";
    return new NoticeError("STORE_FOREIGN", { file: store, reason, isDatabase: true });
  }
  if (/^(?:23505|40|55P03|BSN01)/.test(code)) return new NoticeError("STORE_BUSY", { file: store });
  return new NoticeError("STORE_UNREACHABLE", { store, reason: reasonOf(error) });
}
