import { randomUUID } from "node:crypto";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import type { DatabaseLogin } from "../../../data/postgres/connect.ts";
import type { StoreBackend } from "../../../data/store.ts";
import { readPostgresUrl } from "../../../schema/settings/postgres-url.ts";
import { sqlEach } from "./sql.ts";

/** A name for a schema that nobody has. */
export const newSchemaName = (): string => `t${randomUUID().replaceAll("-", "")}`;

/** The URL of a new schema in a database that lets `postgres` in. */
export function newSchemaUrl(port: number, host = "127.0.0.1"): string {
  return `postgres://postgres@${host}:${port}/postgres?schema=${newSchemaName()}`;
}

/** How the product logs in there, with a password if one is asked for. */
export function loginAt(url: string, password?: string): DatabaseLogin {
  return { address: readPostgresUrl(url), password: { value: password }, label: "here" };
}

/** A new schema for a store, and what asks its tables past the product. */
export function newSchema(port: number): {
  url: string;
  schema: string;
  backend: StoreBackend;
  alter(text: string): Promise<unknown[]>;
} {
  const url = newSchemaUrl(port);
  const schema = new URL(url).searchParams.get("schema") ?? "";
  // Through a pool the setting must not outlast its question.
  const alter = async (text: string) => {
    const outcomes = await sqlEach(port, `BEGIN; SET LOCAL search_path = ${schema}; ${text}; COMMIT`);
    return outcomes.flat();
  };
  return { url, schema, backend: postgresBackend(loginAt(url)), alter };
}
