import { randomUUID } from "node:crypto";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import type { DatabaseLogin } from "../../../data/postgres/connect.ts";
import type { StoreBackend } from "../../../data/store.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { readPostgresUrl } from "../../../schema/settings/postgres-url.ts";
import { temporaryFolder } from "../folder.ts";
import { draftWith } from "../texts/notices.ts";
import { sqlEach } from "./sql.ts";

/** A schema in a database. */
export interface Schema {
  url: string;
  schema: string;
  backend: StoreBackend;
  /** Runs SQL in the schema without the product. Returns the rows of all statements. */
  alter(text: string): Promise<unknown[]>;
}

/** How the product logs in at a URL, with a password if the server asks for it. */
export function loginAt(url: string, password?: string): DatabaseLogin {
  return { address: readPostgresUrl(url), password: { value: password }, label: "here" };
}

/** The environment of a command that works on a database, on a machine without a last known good notice. */
export function envFor(DATABASE: string, more: Record<string, string> = {}) {
  return { ...process.env, DATABASE, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "anna", ...more };
}

/** A new schema for a store, in a database where `postgres` needs no password. */
export function newSchema(port: number): Schema {
  const schema = `t${randomUUID().replaceAll("-", "")}`;
  const url = `postgres://postgres@127.0.0.1:${port}/postgres?schema=${schema}`;
  // Behind a pool, the setting must end with the transaction.
  const alter = async (text: string) =>
    (await sqlEach(port, `BEGIN; SET LOCAL search_path = ${schema}; ${text}; COMMIT`)).flat();
  return { url, schema, backend: postgresBackend(loginAt(url)), alter };
}

/** A new store with one revision. */
export async function newStore(port: number, notice: Partial<Notice> = {}): Promise<Schema> {
  const place = newSchema(port);
  await place.backend.create({ ...draftWith(notice), number: 1 });
  return place;
}
