import { isLoopback } from "../../../schema/validation/loopback.ts";
import type { Problem } from "../client/problem.ts";

/** Why the editor cannot do its work right now. */
export type Trouble =
  | { kind: "signed-out" }
  /** It is on this machine, and does not answer. */
  | { kind: "stopped" }
  /** It is elsewhere, and this device has no network. */
  | { kind: "offline" }
  /** It is elsewhere and does not answer, although this device has a network: whose fault that is cannot be known here. */
  | { kind: "unreachable" }
  | { kind: "store"; detail: string }
  | { kind: "other"; detail: string };

/** What is known of the network around the page. */
export interface PageNetwork {
  isOnline: boolean;
  /** The name in the page's address. */
  hostname: string;
}

/** What a failed request says about the state of the editor. */
export function troubleOf(problem: Problem, { isOnline, hostname }: PageNetwork): Trouble {
  const { status, detail, code } = problem;
  if (status === 401) return { kind: "signed-out" };
  if (isUnanswered(problem)) {
    // What runs on this machine is reached without a network: being offline explains nothing.
    if (isLoopback(hostname)) return { kind: "stopped" };
    return { kind: status === 0 && !isOnline ? "offline" : "unreachable" };
  }
  if (status === 503 || code?.startsWith("STORE_")) return { kind: "store", detail };
  return { kind: "other", detail };
}

/** What a failed request of this page says about the state of the editor. */
export function troubleHere(problem: Problem): Trouble {
  return troubleOf(problem, { isOnline: navigator.onLine, hostname: location.hostname });
}

/** Whether the editor did not reply: no reply came, or only one of a proxy that got none either. */
export function isUnanswered({ status, code }: Problem): boolean {
  return status === 0 || (code === undefined && [502, 503, 504].includes(status));
}

/** Whether nothing can be asked of the editor until the trouble is over. */
export function isCutOff(trouble: Trouble | undefined): boolean {
  return trouble !== undefined && trouble.kind !== "store" && trouble.kind !== "other";
}
