import type { ErrorCode } from "../../schema/errors/notice-error.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import type { Problem } from "./client.ts";
import { inEnglish } from "./language.ts";
import { texts } from "./texts.ts";

/** Why the editor cannot work right now. */
export type Trouble =
  | { kind: "signed-out" }
  /** It is on this machine, and does not answer. */
  | { kind: "stopped" }
  /** It is elsewhere, and this device has no network. */
  | { kind: "offline" }
  /** It is elsewhere and does not answer, although this device has a network. The cause cannot be known here. */
  | { kind: "unreachable" }
  | { kind: "store"; detail: string }
  | { kind: "other"; detail: string };

interface PageNetwork {
  isOnline: boolean;
  hostname: string;
}

export function troubleOf(problem: Problem, { isOnline, hostname }: PageNetwork): Trouble {
  const { status, detail, code } = problem;
  if (status === 401) return { kind: "signed-out" };
  if (isUnanswered(problem)) {
    // An editor on this machine needs no network, so being offline explains nothing.
    if (isLoopback(hostname)) return { kind: "stopped" };
    return { kind: status === 0 && !isOnline ? "offline" : "unreachable" };
  }
  if (status === 503 || code?.startsWith("STORE_")) return { kind: "store", detail };
  return { kind: "other", detail };
}

export function troubleHere(problem: Problem): Trouble {
  return troubleOf(problem, { isOnline: navigator.onLine, hostname: location.hostname });
}

/** Whether the editor did not reply: no reply came, or only one of a proxy that got none either. */
export function isUnanswered({ status, code }: Problem): boolean {
  return status === 0 || (code === undefined && [502, 503, 504].includes(status));
}

/** Whether no request can succeed until the trouble is over. */
export function isCutOff(trouble: Trouble | undefined): boolean {
  return trouble !== undefined && trouble.kind !== "store" && trouble.kind !== "other";
}

/** Why the editor cannot work right now, in a sentence or two. */
export function describeTrouble(trouble: Trouble): string {
  switch (trouble.kind) {
    case "signed-out":
      return texts.session.again;
    case "other":
      return inEnglish(trouble.detail) || texts.trouble.other;
    default:
      return texts.trouble[trouble.kind];
  }
}

const ownWords: Partial<Record<ErrorCode, string>> = {
  LINK_WRONG: `${texts.session.linkFailed} ${texts.session.noLink}`,
  TOKEN_WRONG: texts.session.tokenFailed,
  SCOPE_MISSING: texts.trouble.readOnly,
};

/** Why a request failed: in the page's own words or the service's, or what a missing reply means here. */
export function describeProblem(problem: Problem): string {
  const { code, detail } = problem;
  return ownWords[code as ErrorCode] ?? (inEnglish(detail) || describeTrouble(troubleHere(problem)));
}
