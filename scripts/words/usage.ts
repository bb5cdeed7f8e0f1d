import { NoticeError } from "../../schema/errors/notice-error.ts";
import { type Field, fields } from "../../schema/notice/notice.ts";

/** A field that has an option of its own. */
export type Settable = Exclude<Field, "isEnabled" | "translations">;

/** The fields that have an option of their own. */
export const settable = fields.filter(
  (field): field is Settable => !["isEnabled", "translations"].includes(field),
);

/** An error of wrong use, with its message. */
export function usage(reason: string): NoticeError {
  return new NoticeError("USAGE", { reason });
}
