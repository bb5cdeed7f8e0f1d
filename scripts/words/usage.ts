import { NoticeError } from "../../schema/errors/notice-error.ts";
import { type Field, fields } from "../../schema/notice/notice.ts";

/** A field that an option of its own sets. */
export type Settable = Exclude<Field, "translations">;

export const settable = fields.filter((field) => field !== "translations");

export function usage(reason: string): NoticeError {
  return new NoticeError("USAGE", { reason });
}
