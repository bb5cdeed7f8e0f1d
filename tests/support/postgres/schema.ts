import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import type { DatabaseLogin } from "../../../data/postgres/connect.ts";
import { readPostgresUrl } from "../../../schema/settings/postgres-url.ts";
import { temporaryFolder } from "../folder.ts";
import { draftWith } from "../texts/notices.ts";
import { sql } from "./sql.ts";

/** How the product logs in at a URL. */
export function loginAt(url: string): DatabaseLogin {
  return { address: readPostgresUrl(url), password: {}, label: "here" };
}

/** The environment of a command that works on a database, on a machine without a last known good notice. */
export function envFor(DATABASE: string, more: Record<string, string> = {}) {
  return { ...process.env, DATABASE, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "anna", ...more };
}

/** A new schema for a store, in a database where `postgres` needs no password. */
export function newSchema(port: number) {
  const schema = `t${randomUUID().replaceAll("-", "")}`;
  const urlFor = (user: string, at = port) => `postgres://${user}@127.0.0.1:${at}/postgres?schema=${schema}`;
  const url = urlFor("postgres");
  return {
    url,
    /** The URL for another role, or through a proxy. */
    urlFor,
    schema,
    env: envFor(url),
    backend: postgresBackend(loginAt(url)),
    /** Runs SQL in the schema without the product. Behind a pool, the setting must end with the transaction. */
    alter: (text: string) => sql(port, `BEGIN; SET LOCAL search_path = ${schema}; ${text}; COMMIT`),
  };
}

/** What is opened here, until the test ends: a store, an access or a watcher. */
export async function opened<T extends { close(): Promise<void> | void }>(opening: Promise<T>): Promise<T> {
  const open = await opening;
  onTestFinished(() => open.close());
  return open;
}

/** A new store with one revision. */
export async function newStore(port: number) {
  const place = newSchema(port);
  await place.backend.create({ ...draftWith(), number: 1 });
  return place;
}
