import { maxDocumentBytes } from "../../schema/json/json.ts";
import { maxRevisionNumber } from "../store.ts";
import type { WholeRow } from "../stored-row.ts";

/** The largest row of a backup that is read, in bytes: a document and its metadata. */
const maxRowBytes = maxDocumentBytes + 4096;

/** A row, and whether it is too large (0 or 1); if so, its texts are absent. */
export type MeasuredRow = WholeRow & { isTooLarge: number };

const texts = ["body", "sha256", "author", "created_at", "request_id"] as const;
// The length in bytes is read without the text itself.
const bytes = texts.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");
const isTooLarge = `(octet_length(body) > ${maxDocumentBytes} OR ${bytes} > ${maxRowBytes})`;
const bounded = texts.map((name) => `iif(${isTooLarge}, NULL, ${name}) AS ${name}`);

/** The columns to select from a table that anybody may have written. */
export const measuredColumns = `revision, ${isTooLarge} AS isTooLarge, ${bounded.join(", ")}`;

/** Says what is wrong with a row, without looking at its notice. */
export function faultOfRow({ isTooLarge, ...row }: MeasuredRow): string | undefined {
  const { revision: number, author, created_at: time, request_id: request } = row;
  if (!Number.isInteger(number) || number < 1 || number > maxRevisionNumber)
    return `has a number that is not from 1 to ${maxRevisionNumber}`;
  if (isTooLarge) return "is larger than 512 KiB";
  if (texts.some((name) => typeof row[name] !== "string")) return "is incomplete";
  if (!/^\P{Cc}{1,200}$/u.test(author)) return "has an author that is not one line of 1 to 200 characters";
  if (!isUtcTime(time)) return "has a time that is not an RFC 3339 time in UTC, to the millisecond";
  return request.length < 1 || request.length > 200
    ? "has a request id that is not 1 to 200 characters"
    : undefined;
}

/** Whether a text is a time as a store writes it. */
function isUtcTime(text: string): boolean {
  const time = new Date(text);
  return text.length === 24 && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
