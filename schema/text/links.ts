/** A part of a text; with `href`, it is an address that a visitor can open. */
export interface TextPart {
  text: string;
  href?: string;
}

const candidates =
  /https?:\/\/[!-~]+|[\w.%+-]+@(?:[a-z\d-]+\.)+[a-z][a-z\d-]*[a-z\d]|\+\d(?:[-\u2010\u2011()\u00a0 ]{0,3}\d)+/gi;

/** A host and a port, with nothing before them, up to the path or the end. */
const web = /^https?:\/\/(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d+)?(?=[/?#]|$)/i;

/**
 * A text in parts: web addresses with their scheme, e-mail addresses, and international telephone numbers are parts of
 * their own. All parts together are the text.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidates)) {
    const [before, after] = [text.slice(0, index), text.slice(index + found.length)];
    // A part of a word or of a number is not an address.
    if (/[a-z\d]$/i.test(before)) continue;
    const link = found.includes("://")
      ? webAddress(found, after)
      : found.includes("@")
        ? mailAddress(found, before, after)
        : phoneNumber(found, after);
    if (!link) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push(link);
    end = index + link.text.length;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) });
  return parts;
}

/** Ends before quotes, brackets and what else no address has, and before trailing punctuation. */
function webAddress(found: string, after: string): TextPart | undefined {
  const [whole = ""] = /^[^"<>^`{|}]*/.exec(found) ?? [];
  const address = whole.replace(/[.,;:!?'"()[\]*_]+$/, "");
  const [host = ""] = web.exec(address) ?? [];
  // Another character may belong to the host.
  const isCut = host === found && after !== "" && !/^[\n ]/.test(after);
  // Browsers read a backslash as a slash, so the text would not be the target.
  return host && !isCut && !address.includes("\\") ? { text: address, href: address } : undefined;
}

function mailAddress(address: string, before: string, after: string): TextPart | undefined {
  const [local = "", domain = ""] = address.split("@");
  const isPart = /[\p{L}\p{M}\p{N}!#$&*/=?^`{|}~@]$/u.test(before) || /^[\w@-]|^[^\0-~]/.test(after);
  const isWhole = local.length <= 64 && local.split(".").every(Boolean) && !local.includes("%");
  return isWhole && !isPart
    ? { text: address, href: `mailto:${encodeURIComponent(local)}@${domain}` }
    : undefined;
}

/** Ends before a group that is part of the words after it, such as "24 hours" or "24h". */
function phoneNumber(found: string, after: string): TextPart | undefined {
  const [, rest = found, previous = "", last = ""] = /^(.*?(\d+)\D+?)(\d+)$/.exec(found) ?? [];
  const isOfWords =
    /^\p{L}/u.test(after) ||
    (/^[\u00a0 ]\p{L}/u.test(after) && last.length < 3 && last.length < previous.length);
  const number = isOfWords ? rest.replace(/\D+$/, "") : found;
  const digits = number.replace(/\D/g, "");
  return digits.length >= 7 && digits.length <= 15 ? { text: number, href: `tel:+${digits}` } : undefined;
}
