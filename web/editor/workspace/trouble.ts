import type { Problem } from "../client/problem.ts";

/** Why the editor cannot do its work right now. */
export type Trouble =
  | { kind: "signed-out" }
  | { kind: "stopped" }
  | { kind: "offline" }
  | { kind: "store"; detail: string }
  | { kind: "other"; detail: string };

/** What is known of the network around the page. */
export interface Surroundings {
  isOnline: boolean;
  /** The name in the page's address: what runs on this machine needs no network. */
  hostname: string;
}

const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** What a request that failed says of the state of things. */
export function troubleOf({ status, detail, code }: Problem, around: Surroundings): Trouble {
  if (status === 401) return { kind: "signed-out" };
  if (status === 503 || code?.startsWith("STORE_")) return { kind: "store", detail };
  const isAway = status === 0 || status === 502 || status === 504;
  if (!isAway) return { kind: "other", detail };
  return { kind: around.isOnline || loopback.includes(around.hostname) ? "stopped" : "offline" };
}
