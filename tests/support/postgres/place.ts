import { randomUUID } from "node:crypto";
import type { PostgresPlace } from "../../../data/postgres/connection/connect.ts";
import { readPostgresUrl } from "../../../schema/settings/postgres-url.ts";

/** The URL of a new schema in a database that lets `postgres` in. */
export function newSchemaUrl(port: number, host = "127.0.0.1"): string {
  return `postgres://postgres@${host}:${port}/postgres?schema=t${randomUUID().replaceAll("-", "")}`;
}

/** The same as a place, with a password if one is asked for. */
export function placeAt(url: string, password?: string): PostgresPlace {
  return { address: readPostgresUrl(url), password: { value: password }, label: "here" };
}
