import { NoticeError } from "../../schema/errors/notice-error.ts";
import { type Field, fields } from "../../schema/notice/notice.ts";

/** A field that an option of its own sets. */
export type Settable = Exclude<Field, "translations">;

export const settable = fields.filter((field) => field !== "translations");

/** The name of a field on the command line: `expected-return`. */
export const flagOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function usage(reason: string): NoticeError {
  return new NoticeError("USAGE", { reason });
}
