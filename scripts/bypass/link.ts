import { randomBytes } from "node:crypto";
import { staffPath } from "../../schema/notice/protocol.ts";
import { readVisitorsUrl } from "../../schema/settings/app-url.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import { usage } from "../words/usage.ts";

/** The length of each secret: 128 bits. */
const bytes = 16;

/** A new secret. Its digits have one case, and no proxy, URL or cookie gives them another meaning. */
export function makeStaffSecret(): string {
  return randomBytes(bytes).toString("hex");
}

/** The link that leads staff past the notice, to `/`. @throws NoticeError USAGE */
export function staffLink(app: string, secret: string): string {
  const url = readVisitorsUrl(app);
  const isSafe = url && (url.protocol === "https:" || isLoopback(url.hostname));
  if (isSafe && url.href === `${url.origin}/`) return `${url.origin}${staffPath}${secret}`;
  // The sentence does not show the URL, which may hold a password.
  throw usage(
    "The address must be only the app's origin, such as https://shop.example, with no user name and nothing after the host: the link leads to /. It is a secret, so http:// is allowed only for an app on this machine.",
  );
}
