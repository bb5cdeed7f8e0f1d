import type { Fault } from "../../../schema/errors/fault.ts";

/** A failed request. @see https://www.rfc-editor.org/rfc/rfc9457 */
export interface Problem {
  /** The reply's status; 0 if there was no reply. */
  status: number;
  /** One sentence for people; empty if the reply had none. */
  detail: string;
  code?: string;
  errors?: Fault[];
  /** How long to wait before the next try, in seconds. */
  retryAfter?: number;
}

/** The problem in a reply. The page of a proxy says nothing that helps, so it is ignored. */
export async function readProblem(response: Response): Promise<Problem> {
  const { status, headers } = response;
  const isProblem = headers.get("content-type")?.startsWith("application/problem+json");
  const { detail, code, errors } = Object(isProblem ? await response.json().catch(() => {}) : undefined);
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  return {
    status,
    detail: typeof detail === "string" ? detail : "",
    ...(typeof code === "string" && { code }),
    ...(Array.isArray(errors) && { errors }),
    ...(retryAfter > 0 && { retryAfter }),
  };
}
