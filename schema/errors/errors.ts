import { type Entry, entry } from "./error-entry.ts";
import { setupErrors } from "./setup-errors.ts";
import { storeErrors } from "./store-errors.ts";

/** Every error of the product, by code. */
export const errors = {
  ...storeErrors,
  ...setupErrors,
  NOTICE_INVALID: entry<{ reason: string }>({ status: 422, exit: 2, sentence: ({ reason }) => reason }),
  JSON_INVALID: entry<{ reason: string }>({
    status: 400,
    exit: 2,
    sentence: ({ reason }) => `The document is not valid JSON: ${reason}.`,
  }),
  USAGE: entry<{ reason: string }>({ status: 400, exit: 2, sentence: ({ reason }) => reason }),
  FILE_UNREADABLE: entry<{ file: string; reason: string }>({
    status: 400,
    exit: 2,
    sentence: ({ file, reason }) =>
      `${file} cannot be read (${reason}): give the path of a readable JSON file, or - for standard input.`,
  }),
  REVISION_UNKNOWN: entry<{ revision: number }>({
    status: 404,
    exit: 2,
    sentence: ({ revision }) =>
      `There is no revision ${revision}: \`npx notice history\` lists those that exist.`,
  }),
  REVISION_CONFLICT: entry<{ expected: number; current: number }>({
    status: 412,
    exit: 3,
    sentence: ({ expected, current }) =>
      `The notice is at revision ${current}, not ${expected}: somebody else changed it first; look at it with \`npx notice show\` and try again with --if-revision ${current}.`,
  }),
  FILE_EXISTS: entry<{ file: string }>({
    status: 400,
    exit: 2,
    sentence: ({ file }) => `${file} is there already, and nothing is overwritten: give another path.`,
  }),
  FILE_UNWRITABLE: entry<{ file: string; reason: string }>({
    status: 400,
    exit: 2,
    sentence: ({ file, reason }) =>
      `${file} cannot be made (${reason}): give a path in a folder that exists and may be written by this user.`,
  }),
  BACKUP_UNREADABLE: entry<{ file: string; reason: string }>({
    status: 400,
    exit: 2,
    sentence: ({ file, reason }) =>
      `${file} is no backup that can be restored (${reason}): give the path of a file that \`npx notice backup\` made.`,
  }),
  EDIT_FAILED: entry<{ reason: string; file: string }>({
    status: 400,
    exit: 2,
    sentence: ({ reason, file }) => `${reason} The notice is as it was; your text is kept in ${file}.`,
  }),
  EDIT_CONFLICT: entry<{ reason: string; file: string }>({
    status: 412,
    exit: 3,
    sentence: ({ reason, file }) => `${reason} Your text is kept in ${file}.`,
  }),
  CHECK_FAILED: entry<{ subjects: string[] }>({
    status: 503,
    exit: 1,
    sentence: ({ subjects }) => `Something is wrong: ${subjects.join(", ")}; the lines above say what to do.`,
  }),
  SERVICE_FAILED: entry<{ service: string; reason: string; remedy: string }>({
    status: 502,
    exit: 1,
    sentence: ({ service, reason, remedy }) => `The ${service} service ${reason}: ${remedy}.`,
  }),
  REQUEST_INVALID: entry<{ reason: string }>({ status: 400, exit: 2, sentence: ({ reason }) => reason }),
  REQUEST_TOO_SLOW: entry<object>({
    status: 408,
    exit: 2,
    sentence: () => "The request did not arrive in time: send it again.",
  }),
  HEADERS_TOO_LARGE: entry<object>({
    status: 431,
    exit: 2,
    sentence: () => "The request's headers are larger than 16 KiB: send fewer or shorter ones.",
  }),
  BODY_TOO_LARGE: entry<object>({
    status: 413,
    exit: 2,
    sentence: () => "The request's body is larger than 64 KiB, and nothing here reads one: send none.",
  }),
  INTERNAL: entry<{ reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ reason }) => `Unexpected error: ${reason}`,
  }),
};

type ErrorCode = keyof typeof errors;
type Params<C extends ErrorCode> = Parameters<(typeof errors)[C]["sentence"]>[0];

/** The one error class: a code of the table, its sentence, HTTP status and exit code. */
export class NoticeError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly status: number;
  readonly exit: 1 | 2 | 3;

  constructor(code: C, params: Params<C>, options?: ErrorOptions) {
    // The table's types say that the parameters are the code's; TypeScript cannot follow them through the union.
    const found = errors[code] as unknown as Entry<Params<C>>;
    super(found.sentence(params), options);
    this.name = "NoticeError";
    this.code = code;
    this.status = found.status;
    this.exit = found.exit;
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
