import type { ErrorEntry } from "./error-group.ts";
import { errors } from "./error-table.ts";

type ErrorCode = keyof typeof errors;
/** What the message of a code is made of; a code whose message needs nothing takes an empty object. */
type Params<C extends ErrorCode> = ParamsOf<C> extends undefined ? object : ParamsOf<C>;
type ParamsOf<C extends ErrorCode> = (typeof errors)[C] extends ErrorEntry<infer P> ? P : never;

/** The one error class: a code of the table, its message, HTTP status and exit code. */
export class NoticeError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly status: number;
  readonly exitCode: 1 | 2 | 3;

  constructor(code: C, params: Params<C>, options?: ErrorOptions) {
    // The table's types say that the parameters are the code's; TypeScript cannot follow them through the union.
    const { status, exitCode, message } = errors[code] as unknown as ErrorEntry<Params<C>>;
    super(message(params), options);
    this.name = "NoticeError";
    this.code = code;
    this.status = status;
    this.exitCode = exitCode;
  }
}

/** Whether the value is an error of ours, with that code when one is given. */
export function isNoticeError(value: unknown, code?: ErrorCode): value is NoticeError {
  return value instanceof NoticeError && (code === undefined || value.code === code);
}

/** The error of ours that tells of whatever was thrown. */
export function toNoticeError(error: unknown): NoticeError {
  return isNoticeError(error)
    ? error
    : new NoticeError("INTERNAL", { reason: String(error) }, { cause: error });
}
