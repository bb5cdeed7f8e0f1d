import { APIConnectionTimeoutError, APIError } from "openai";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Deployment } from "./deployment.ts";
import { refused, unreachable, unreadable } from "./failure.ts";
import { tooLarge } from "./send.ts";

/**
 * The error of a model, without the SDK's error as a cause, which may contain the key.
 * @param error whatever the SDK threw
 * @param hasProxy whether the environment names a proxy, which may be the only way out
 */
export function toModelError(deployment: Deployment, error: unknown, hasProxy?: boolean): NoticeError {
  // The SDK passes on the engine's error when it cannot parse the JSON.
  if (error instanceof SyntaxError) return unreadable(deployment, "it is not JSON");
  if (!(error instanceof APIError)) return unreachable(deployment, "OPENAI_CUSTOM_HEADERS is not valid");
  if (typeof error.status === "number") {
    const wait = error.headers?.get("retry-after");
    // `send.ts` has replaced the body, so the code is known.
    const details = [`status ${error.status}`, error.code, wait && `try again in ${wait} s`];
    return refused(deployment, details.filter(Boolean).join(", "));
  }
  const code = codeOf(error);
  if (code === tooLarge || /^(?:HPE_|Z_|UND_ERR_HEADERS_|HTTPParserError$)/.test(code))
    return unreadable(deployment, code);
  const isTimeout = error instanceof APIConnectionTimeoutError;
  return unreachable(deployment, isTimeout ? "no connection in time" : code, hasProxy);
}

/** The innermost error code of a failed connection, or the error's name if Node gives it no code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "no code";
  if (error.cause !== undefined) return codeOf(error.cause);
  if ("code" in error && typeof error.code === "string") return error.code;
  // From Node 26 on, this error has no code.
  return error.name === "HTTPParserError" ? error.name : "no code";
}
