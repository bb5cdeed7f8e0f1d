import { noticeShape } from "../notice.ts";

const address = new RegExp(noticeShape.properties.contactEmail.pattern);

/**
 * The e-mail address that a text probably means: without `mailto:`, a name before it or blanks around it, and with its
 * domain in ASCII. Undefined if the field refuses the result.
 */
export function meantAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^[^<>]*<([^<>]*)>$/, "$1");
  const [, local, domain = ""] = /^([^@]+)@([^@]+)$/.exec(withoutScheme(bare.trim())) ?? [];
  const meant = `${local}@${inAscii(domain)}`;
  return address.test(meant) ? meant : undefined;
}

const withoutScheme = (text: string): string => text.replace(/^mailto:([^?]*).*$/is, "$1");

/** The `xn--` form of a domain, by the URL parser of Node or the browser. A text with characters of other URL parts stays. */
function inAscii(domain: string): string {
  if (!/[^ -~]/.test(domain) || /[\s:/\\#]/.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}
