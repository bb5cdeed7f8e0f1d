/** A part of a text; with `href`, it is an address that a visitor can open. */
interface TextPart {
  text: string;
  href?: string;
}

const candidates =
  /https?:\/\/[!#-;=?-\]_a-z~]+|[\w+-]+(?:\.[\w+-]+)*@(?:[a-z\d-]+\.)+[a-z][a-z\d-]*[a-z\d]|\+\d(?:[-\u2010\u2011()\u00a0 ]{0,3}\d)+/gi;

/** A host and a port, with nothing before them, and a path. Browsers would read a backslash as a slash. */
const web = /^https?:\/\/[a-z\d][a-z\d.-]*(?::\d+)?([/?#][^\\]*)?$/i;

/**
 * A text in parts: web addresses with their scheme, e-mail addresses, and international telephone numbers are parts of
 * their own. All parts together are the text.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidates)) {
    const link = linkIn(found, text.slice(0, index), text.slice(index + found.length));
    if (!link) continue;
    parts.push({ text: text.slice(end, index) }, link);
    end = index + link.text.length;
  }
  return [...parts, { text: text.slice(end) }];
}

/** What can be opened of a candidate, if it is not part of something else. */
function linkIn(found: string, before: string, after: string): TextPart | undefined {
  if (/[a-z\d]$/i.test(before)) return;
  // Other characters may belong to the host.
  const isCut = /^[@_\u00a1-\uffff]/.test(after);
  if (found.includes("://")) {
    const text = found.replace(/[.,;:!?'()[\]*_]+$/, "");
    const [isWhole, path] = web.exec(text) ?? [];
    return isWhole && (path || !isCut) ? { text, href: text } : undefined;
  }
  if (found.includes("@"))
    return isCut || /[\p{L}\p{M}\p{N}!#$%&*/=?^`{|}~@]$/u.test(before)
      ? undefined
      : { text: found, href: mailTo(found) };
  // A short group before words is part of them, such as "24 hours", "24h" and "24/7".
  const [, rest = found, previous = "", last = ""] = /^(.*?(\d+)\)?)[ \u00a0(]+(\d+)$/.exec(found) ?? [];
  const isOfWords = /^[/:\u2013]|^[ \u00a0]?\p{L}/u.test(after) && last.length * 2 <= previous.length;
  const text = isOfWords ? rest : found;
  const digits = text.replace(/\D/g, "");
  return /^\d{7,15}$/.test(digits) ? { text, href: `tel:+${digits}` } : undefined;
}

/**
 * A link that opens the visitor's mail app; every character with a meaning in a URL is encoded.
 * @see https://www.rfc-editor.org/rfc/rfc6068
 */
export function mailTo(email: string): string {
  return `mailto:${email.split("@").map(encodeURIComponent).join("@")}`;
}
