import { randomBytes } from "node:crypto";
import { staffPath } from "../../schema/notice/protocol.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import { readVisitorsUrl } from "../../schema/validation/visitors-url.ts";
import { usage } from "../words/usage.ts";

/** Of each secret: 128 bits. */
const bytes = 16;

/** A new secret, in digits that no proxy, URL or cookie takes for anything else, and that have one case alone. */
export function makeStaffSecret(): string {
  return randomBytes(bytes).toString("hex");
}

/** The link to the app past the notice, which leads to `/`. @throws NoticeError USAGE */
export function staffLink(app: string, secret: string): string {
  const url = readVisitorsUrl(app);
  const isSafe = url && (url.protocol === "https:" || isLoopback(url.hostname));
  if (isSafe && url.href === `${url.origin}/`) return `${url.origin}${staffPath}${secret}`;
  // The URL is in no sentence, as it may hold a password.
  throw usage(
    "The address must be only the app's origin, such as https://shop.example, with no user name and nothing after the host: the link leads to /. It is a secret, so http:// is allowed only for an app on this machine.",
  );
}
