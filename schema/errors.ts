interface Entry<P> {
  /** The HTTP status of an answer that reports it. */
  status: number;
  /** The exit code of a command that ends with it: 1 could not be done, 2 wrong input, 3 somebody else was first. */
  exit: 1 | 2 | 3;
  /** One sentence: what is wrong, the rule, the way out. */
  sentence: (params: P) => string;
}

const entry = <P>(definition: Entry<P>): Entry<P> => definition;

/** Every error of the product, by code. */
export const errors = {
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
  FIRST_NOTICE_INVALID: entry<{ file: string; reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ file, reason }) =>
      `${file}, which a new store starts with, cannot be used; correct it. ${reason}`,
  }),
  STORE_MISSING: entry<{ file: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file }) =>
      `There is no notice store at ${file}: create it with \`npx notice init\`, or set DATABASE to where it is.`,
  }),
  STORE_UNUSABLE: entry<{ file: string; reason: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file, reason }) =>
      `The notice store at ${file} cannot be used (${reason}): see that its folder exists, is on a local disk with space left, and may be written by this user.`,
  }),
  STORE_BUSY: entry<{ file: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file }) =>
      `The notice store ${file} is locked by another process: nothing was changed; try again in a moment.`,
  }),
  STORE_FOREIGN: entry<{ file: string; reason: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file, reason }) =>
      `${file} is not a notice store (${reason}): set DATABASE to another path, or move that file away.`,
  }),
  STORE_NEWER: entry<{ file: string; version: number; supported: number }>({
    status: 503,
    exit: 1,
    sentence: ({ file, version, supported }) =>
      `The notice store ${file} has format ${version} and this program knows formats up to ${supported}: use the newer program that wrote it.`,
  }),
  STORE_CORRUPT: entry<{ file: string; reason: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file, reason }) =>
      `The notice store ${file} is corrupt (${reason}): move it away and create another one with \`npx notice init\`.`,
  }),
  STORE_DAMAGED: entry<{ revision: number; reason: string }>({
    status: 503,
    exit: 1,
    sentence: ({ revision, reason }) =>
      `Revision ${revision} is damaged in the store (${reason}): post another notice with \`npx notice apply FILE\` or \`npx notice rollback N\`.`,
  }),
  STORE_BEHIND: entry<{ current: number; known: number }>({
    status: 503,
    exit: 1,
    sentence: ({ current, known }) =>
      `The notice store is at revision ${current}, but revision ${known} was known: it has lost changes; go on from the last known good notice with \`npx notice init\`, then do this again.`,
  }),
  STORE_UNPROVEN: entry<{ fate: string }>({
    status: 503,
    exit: 1,
    sentence: ({ fate }) =>
      `Opening the notice store ${fate}: see which process keeps it locked, and that its disk answers and has space left.`,
  }),
  STORE_UNREADY: entry<{ reason: string }>({ status: 503, exit: 1, sentence: ({ reason }) => reason }),
  STORE_OUTDATED_SQLITE: entry<{ version: string; needed: string }>({
    status: 503,
    exit: 1,
    sentence: ({ version, needed }) =>
      `SQLite ${version} can corrupt a store that two processes write (fixed in ${needed}): run \`npm ci\` to get the right one.`,
  }),
  WRITE_LOST: entry<{ file: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file }) =>
      `The change is not in ${file}, which was removed or replaced meanwhile: create it with \`npx notice init\` where it is missing, then do the change again.`,
  }),
  SETTING_INVALID: entry<{ setting: string; rule: string; value?: string }>({
    status: 500,
    exit: 1,
    sentence: ({ setting, rule, value }) =>
      `${setting} must be ${rule}${value === undefined ? "" : `, not ${JSON.stringify(value)}`}: correct it in the environment or in .env.`,
  }),
  SETTINGS_UNREADABLE: entry<{ file: string; reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ file, reason }) =>
      `The settings in ${file} cannot be read (${reason}): make it readable, or remove it.`,
  }),
  BUILD_MISSING: entry<{ file: string }>({
    status: 500,
    exit: 1,
    sentence: ({ file }) => `The page is not built (${file} is missing): run \`npm run build\`.`,
  }),
  LISTEN_FAILED: entry<{ address: string; reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ address, reason }) =>
      `Cannot listen on ${address} (${reason}): free that address, or set HOST and PORT to another.`,
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
