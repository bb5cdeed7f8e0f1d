import { email } from "../../text/patterns.ts";

const address = new RegExp(email);

/**
 * The e-mail address that a text probably means: without `mailto:`, a name before it or blanks around it, and its domain in
 * ASCII; undefined if that is none either.
 */
export function meantAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^[^<>]*<([^<>]*)>$/, "$1");
  const [, local, domain = ""] = /^([^@]+)@([^@]+)$/.exec(withoutScheme(bare.trim())) ?? [];
  const meant = `${local}@${inAscii(domain)}`;
  return address.test(meant) ? meant : undefined;
}

const withoutScheme = (text: string): string => text.replace(/^mailto:([^?]*).*$/is, "$1");

/** The `xn--` form of a domain. The parser of URLs is in Node and in browsers, and has no other part of a URL to find here. */
function inAscii(domain: string): string {
  if (!/[^ -~]/.test(domain) || /[\s:/\\#]/.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}
