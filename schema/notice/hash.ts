import { createHash } from "node:crypto";
import { type Notice, serialize } from "./notice.ts";

/** The SHA-256 of a text, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The hash of a notice's document, as 64 hexadecimal digits: equal notices have equal hashes. */
export function hashOf(notice: Notice): string {
  return sha256(serialize(notice));
}
