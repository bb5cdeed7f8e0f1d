interface Entry<P> {
  /** One sentence: what is wrong, the rule, the way out. */
  sentence: (params: P) => string;
  /** The HTTP status of an answer that reports it. */
  status: number;
  /** The exit code of a command that ends with it: 1 could not be done, 2 wrong input, 3 somebody else was first. */
  exit: 1 | 2 | 3;
}

const entry = <P>(status: number, exit: Entry<P>["exit"], sentence: Entry<P>["sentence"]): Entry<P> => ({
  sentence,
  status,
  exit,
});

/** Every error of the product, by code. */
export const errors = {
  NOTICE_INVALID: entry<{ reason: string }>(422, 2, ({ reason }) => reason),
  JSON_INVALID: entry<{ reason: string }>(
    400,
    2,
    ({ reason }) => `The document is not valid JSON: ${reason}.`,
  ),
  USAGE: entry<{ reason: string }>(400, 2, ({ reason }) => reason),
  FILE_UNREADABLE: entry<{ file: string; reason: string }>(
    400,
    2,
    ({ file, reason }) =>
      `${file} cannot be read (${reason}): give the path of a readable JSON file, or - for standard input.`,
  ),
  FIRST_NOTICE_INVALID: entry<{ file: string; reason: string }>(
    500,
    1,
    ({ file, reason }) => `${file}, which a new store starts with, cannot be used; correct it. ${reason}`,
  ),
  REVISION_UNKNOWN: entry<{ revision: number }>(
    404,
    2,
    ({ revision }) => `There is no revision ${revision}: \`npx notice history\` lists those that exist.`,
  ),
  REVISION_CONFLICT: entry<{ expected: number; current: number }>(
    412,
    3,
    ({ expected, current }) =>
      `The notice is at revision ${current}, not ${expected}: somebody else changed it first; look at it with \`npx notice show\` and try again with --if-revision ${current}.`,
  ),
  STORE_MISSING: entry<{ file: string }>(
    503,
    1,
    ({ file }) =>
      `There is no notice store at ${file}: create it with \`npx notice init\`, or set DATABASE to where it is.`,
  ),
  STORE_UNUSABLE: entry<{ file: string; reason: string }>(
    503,
    1,
    ({ file, reason }) =>
      `The notice store ${file} cannot be used (${reason}): see that its folder exists, is on a local disk with space left, and may be written by this user.`,
  ),
  STORE_BUSY: entry<{ file: string }>(
    503,
    1,
    ({ file }) =>
      `The notice store ${file} is locked by another process: nothing was changed; try again in a moment.`,
  ),
  STORE_FOREIGN: entry<{ file: string; reason: string }>(
    503,
    1,
    ({ file, reason }) =>
      `${file} is not a notice store (${reason}): set DATABASE to another path, or move that file away.`,
  ),
  STORE_NEWER: entry<{ file: string; version: number; supported: number }>(
    503,
    1,
    ({ file, version, supported }) =>
      `The notice store ${file} has format ${version} and this program knows formats up to ${supported}: use the newer program that wrote it.`,
  ),
  STORE_DAMAGED: entry<{ revision: number; reason: string }>(
    503,
    1,
    ({ revision, reason }) =>
      `Revision ${revision} is damaged in the store (${reason}): post another notice with \`npx notice apply FILE\` or \`npx notice rollback N\`.`,
  ),
  WRITE_LOST: entry<{ file: string }>(
    503,
    1,
    ({ file }) =>
      `The change is not in ${file}, whose file was removed or replaced meanwhile: create it with \`npx notice init\` where it is missing, then do the change again.`,
  ),
  SQLITE_TOO_OLD: entry<{ version: string; needed: string }>(
    503,
    1,
    ({ version, needed }) =>
      `SQLite ${version} can corrupt a store that two processes write (fixed in ${needed}): run \`npm ci\` to get the right one.`,
  ),
  SETTING_INVALID: entry<{ setting: string; rule: string; value?: string }>(
    500,
    1,
    ({ setting, rule, value }) =>
      `${setting} must be ${rule}${value === undefined ? "" : `, not ${JSON.stringify(value)}`}: correct it in the environment or in .env.`,
  ),
  BUILD_MISSING: entry<{ file: string }>(
    500,
    1,
    ({ file }) => `The page is not built (${file} is missing): run \`npm run build\`.`,
  ),
  LISTEN_FAILED: entry<{ address: string; reason: string }>(
    500,
    1,
    ({ address, reason }) =>
      `Cannot listen on ${address} (${reason}): free that address, or set HOST and PORT to another.`,
  ),
  INTERNAL: entry<{ reason: string }>(500, 1, ({ reason }) => `Unexpected error: ${reason}`),
};

export type ErrorCode = keyof typeof errors;
type Params<C extends ErrorCode> = Parameters<(typeof errors)[C]["sentence"]>[0];

/** The one error class: a code of the table, its sentence, HTTP status and exit code. */
export class NoticeError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly status: number;
  readonly exit: 1 | 2 | 3;

  constructor(code: C, params: Params<C>, options?: ErrorOptions) {
    const found = errors[code] as unknown as Entry<Params<C>>;
    super(found.sentence(params), options);
    this.name = "NoticeError";
    this.code = code;
    this.status = found.status;
    this.exit = found.exit;
  }
}

/** Whether the value is an error of ours with that code. */
export function isNoticeError(value: unknown, code?: ErrorCode): value is NoticeError {
  return value instanceof NoticeError && (code === undefined || value.code === code);
}
