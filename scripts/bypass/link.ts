import { randomBytes } from "node:crypto";
import { staffPath } from "../../schema/notice/protocol.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import { usage } from "../words/usage.ts";

/** Of each secret: 128 bits. */
const bytes = 16;

/** A new secret, in digits that no proxy, URL or cookie takes for anything else, and that have one case alone. */
export function makeStaffSecret(): string {
  return randomBytes(bytes).toString("hex");
}

/** The link to the app past the notice, which leads to `/`. @throws NoticeError USAGE */
export function staffLink(app: string, secret: string): string {
  return `${readAppUrl(app).origin}${staffPath}${secret}`;
}

/** The URL is in no sentence, as it may hold a password. */
function readAppUrl(text: string): URL {
  if (!URL.canParse(text))
    throw usage("The address is not a URL: give that of the app, such as https://shop.example.");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw usage(
      "The URL must begin with https://, as the link is a secret; http:// is for an app on this machine alone.",
    );
  if (url.username || url.password)
    throw usage("The URL has a name or a password in it, which the link cannot have: leave them out.");
  if (url.href !== `${url.origin}/`)
    throw usage("The URL has more than a host, and the link leads to /: leave out what follows the host.");
  return url;
}
