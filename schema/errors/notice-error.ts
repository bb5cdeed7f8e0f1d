import { type ErrorEntry, errors } from "./error-table.ts";

/** The command's name in messages of the service, the editor and its API, which cannot know how people run it. */
export const commandName = "notice";

/** One of the faults of a document. */
export interface Fault {
  /** What is wrong, the rule, and how to fix it. */
  detail: string;
  /** Where it is, as a JSON Pointer in the form of a URI fragment: `#/title`. */
  pointer: string;
}

/** The code of an error, for programs. */
export type ErrorCode = keyof typeof errors;
/** The parameters of a code's message; an empty object if the message has none. */
type Params<C extends ErrorCode> = ParamsOf<C> extends undefined ? object : ParamsOf<C>;
type ParamsOf<C extends ErrorCode> = (typeof errors)[C] extends ErrorEntry<infer P> ? P : never;

interface NoticeErrorOptions extends ErrorOptions {
  /** Every fault of a document. The message has the first. */
  faults?: Fault[];
  /** The entity tag of the latest revision, if it is not the expected one. */
  etag?: string | undefined;
}

/** The only error class: a code from the table, with its message, HTTP status and exit code. */
export class NoticeError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly status: number;
  readonly exitCode: 1 | 2 | 3;
  readonly faults: readonly Fault[] | undefined;
  readonly etag: string | undefined;
  #messageFor: (command: string) => string;

  constructor(code: C, params: Params<C>, { faults, etag, ...options }: NoticeErrorOptions = {}) {
    // The table's types guarantee that these are the code's parameters; TypeScript cannot see that through the union.
    const { status, exitCode, message } = errors[code] as unknown as ErrorEntry<Params<C>>;
    super(message(params, commandName), options);
    this.#messageFor = (command) => message(params, command);
    this.name = "NoticeError";
    this.code = code;
    this.status = status;
    this.exitCode = exitCode;
    this.faults = faults;
    this.etag = etag;
  }

  /** The message, with this name for the command. */
  messageFor(command: string): string {
    return this.#messageFor(command);
  }

  renameFile(path: string, other: string): void {
    const messageFor = this.#messageFor;
    this.#messageFor = (command) => messageFor(command).replaceAll(path, other);
    this.message = this.#messageFor(commandName);
  }
}

/** Whether the value is a NoticeError, with this code if one is given. */
export function isNoticeError(value: unknown, code?: ErrorCode): value is NoticeError {
  return value instanceof NoticeError && (code === undefined || value.code === code);
}

export function toNoticeError(error: unknown): NoticeError {
  return isNoticeError(error)
    ? error
    : new NoticeError("INTERNAL", { reason: String(error) }, { cause: error });
}

/** The message of any error, with this name for the command. */
export function messageFor(error: unknown, command: string): string {
  return isNoticeError(error) ? error.messageFor(command) : (error as Error).message;
}

type Reasons = Record<string, string>;

/** Puts an error of the file system into words; a code that is not in the table keeps Node's message. */
const inWords =
  (reasons: Reasons) =>
  (error: unknown): string => {
    const { code = "", message } = error as NodeJS.ErrnoException;
    return reasons[code] ?? message;
  };

/** Why a file could not be read, in words. */
export const fileFault = inWords({
  ENOENT: "it does not exist",
  EACCES: "access is denied",
  EISDIR: "it is a folder",
});

/** Why a file could not be created, in words. */
export const folderFault = inWords({
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder is a file, not a folder",
  EACCES: "its folder cannot be written by this user",
  EROFS: "its disk is read-only",
  ENOSPC: "its disk is full",
  SQLITE_FULL: "its disk is full",
});

/** Whether the file system denies this user access. */
export function isDenied(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EACCES";
}
