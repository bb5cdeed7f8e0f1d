import { sessionKeyHeader } from "../../../schema/editor-api/session.ts";
import { type Problem, readProblem } from "./problem.ts";
import type { SessionKey } from "./session-key.ts";

/** The outcome of a request. */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** How long to wait for the whole reply, in ms. */
  timeoutMs?: number;
  /** Stops the request, instead of the timeout. */
  signal?: AbortSignal;
}

/** Sends a request. It never throws. */
export type Send = <T>(
  method: string,
  path: string,
  read: (response: Response) => Promise<T> | T,
  options?: RequestOptions,
) => Promise<Result<T>>;

/** How long to wait for a reply to a GET, in ms: longer than the API takes. */
export const readTimeoutMs = 15_000;

const noReply: Problem = { status: 0, detail: "" };

/**
 * Makes a function that sends requests to the editor's service with the session's key. `seen` gets each response and
 * the time of its request, in ms since the epoch.
 */
export function createSend(
  { read: readKey }: Pick<SessionKey, "read">,
  seen: (response: Response, askedAt: number) => void,
): Send {
  return async (
    method,
    path,
    read,
    { body, headers, timeoutMs = readTimeoutMs, signal = AbortSignal.timeout(timeoutMs) } = {},
  ) => {
    const askedAt = Date.now();
    const key = readKey();
    try {
      const response = await fetch(path, {
        method,
        headers: {
          ...(key !== undefined && { [sessionKeyHeader]: key }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        cache: "no-store",
        signal,
      });
      seen(response, askedAt);
      const isDone = response.ok || response.status === 304;
      return isDone
        ? { ok: true, value: await read(response) }
        : { ok: false, problem: await readProblem(response) };
    } catch {
      return { ok: false, problem: noReply };
    }
  };
}
