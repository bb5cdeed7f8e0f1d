import { isLoopback } from "../../../schema/validation/loopback.ts";

/** The origins under which browsers may find the editor: on loopback, the machine has several names. */
export function originsOf(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  if (!isLoopback(hostname)) return [origin];
  const names = new Set([hostname, "127.0.0.1", "localhost", "[::1]"]);
  return [...names].map((name) => `${protocol}//${name}${port && `:${port}`}`);
}
