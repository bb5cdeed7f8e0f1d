import { expect } from "vitest";
import { exchange } from "../network/http.ts";
import { patient } from "../patient.ts";
import type { Service } from "./service.ts";

/** The processes that have said that they listen, in the order in which they did. */
export function listeners({ log }: Service): number[] {
  return log()
    .filter(({ msg }) => msg.startsWith("Server listening"))
    .map(({ pid }) => pid);
}

/** Resolves when so many processes have said that they listen. */
export async function listening(service: Service, count: number): Promise<void> {
  await expect.poll(() => listeners(service).length, patient).toBe(count);
}

/** Asks over a connection of its own, so that each worker has its turn. */
export function ask({ url }: Service, path = "/"): Promise<string> {
  return exchange(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
}
