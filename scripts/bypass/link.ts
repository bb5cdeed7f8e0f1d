import { randomBytes } from "node:crypto";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { staffKey } from "../../schema/notice/protocol.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";

/** Of the secret: 128 bits. */
const bytes = 16;

/** A new secret, in digits that no proxy, URL or cookie takes for anything else, and that have one case alone. */
export function makeStaffSecret(): string {
  return randomBytes(bytes).toString("hex");
}

/** The link to the app past the notice: the app's URL, with the secret after what is in its query. @throws NoticeError USAGE */
export function staffLink(app: string, secret: string): string {
  const { href, search } = readAppUrl(app);
  const separator = search ? "&" : "?";
  return `${href.replace(/\?$/, "")}${separator}${staffKey}=${secret}`;
}

/** The URL is in no sentence, as it may hold a password. */
function readAppUrl(text: string): URL {
  const refuse = (reason: string): never => {
    throw new NoticeError("USAGE", { reason });
  };
  if (!URL.canParse(text))
    return refuse("The address is not a URL: give that of the app, such as https://shop.example.");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    refuse(
      "The URL must begin with https://, as the link is a secret; http:// is for an app on this machine alone.",
    );
  if (url.username || url.password)
    refuse("The URL has a name or a password in it, which would stand in the link: leave them out.");
  if (url.href.includes("#"))
    refuse("The URL has a fragment, which no proxy sees: leave out # and what follows.");
  if (url.searchParams.has(staffKey))
    refuse(`The URL has a ${staffKey} already: leave it out, as each link has one of its own.`);
  return url;
}
