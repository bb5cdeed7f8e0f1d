import { isDomain, likeDomains } from "./domains.ts";

// Each part has a maximum length, so that no text makes the search slow.

/** Scripts without spaces between words. They end an address, unless they begin one of its parts, as after `/`. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}`;
/** Characters that end an address: spaces, invisible characters, quotes, and punctuation of non-Latin scripts. */
const outside = String.raw`\s\p{Cc}\p{Cf}<>"'“”„‟‘’«»‹›\x60|\\^{}⟦⟧，。、；：！？「」『』（）【】《》〈〉…،؛؟।۔።፣`;
const rest = `(?:[^${outside}${unspaced}]|(?<=[/?#=&._-])[${unspaced}]{1,100})`;

const latin = String.raw`[\p{Script=Latin}0-9](?:[\p{Script=Latin}\u0300-\u036f0-9-]{0,62})`;
const label = String.raw`(?:${latin}|(?:(?!\p{Script=Latin})[\p{L}\p{M}\p{Nd}]){1,63})`;
const host = String.raw`${label}(?:\.${label}){1,20}`;
const mailbox = String.raw`(?:[a-z0-9][a-z0-9.!#$%&*+/=?_~-]{0,63}|(?:(?![a-z0-9])[\p{L}\p{M}\p{Nd}._-]){1,64})`;

const address = new RegExp(
  [
    String.raw`[a-z][a-z0-9+.-]{0,20}:\/\/${rest}{1,2000}`,
    `(?:mailto:)?${mailbox}@${host}`,
    String.raw`(?<host>localhost|${host})(?::\d{1,5}(?!\d))?(?:[/?#]${rest}{0,2000})?`,
  ].join("|"),
  "giu",
);

/** Replaces each URL, bare domain, IP and e-mail address in a text, without the punctuation around it. */
export function replaceAddresses(text: string, replace: (address: string) => string): string {
  return text.replace(address, (whole: string, host: string | undefined) => {
    const found = withoutEnd(whole);
    const name = withoutEnd(host ?? "");
    const hasPath = found.length > name.length;
    const isAddress = host === undefined || (name.includes(".") ? isDomain(name, hasPath) : hasPath);
    return isAddress ? replace(found) + whole.slice(found.length) : whole;
  });
}

/** A text with a space in place of each address. */
export function withoutAddresses(text: string): string {
  return replaceAddresses(text, () => " ");
}

/** The first address in a text, or what reads like one, that `given` does not contain; undefined if there is none. */
export function findNewAddress(text: string, given: string): string | undefined {
  const known = new Set(namedIn(given));
  return namedIn(text).find((name) => !known.has(name));
}

/** The addresses in a text, in lower case and normal width, so that they can be compared. */
function namedIn(text: string): string[] {
  const plain = text.normalize("NFKC");
  const found: string[] = [];
  replaceAddresses(plain, (one) => {
    found.push(one.toLowerCase());
    return "";
  });
  return [...found, ...likeDomains(plain)];
}

/** An address without the punctuation after it; a bracket belongs to it if it was opened there. */
function withoutEnd(address: string): string {
  const found = address.replace(/[.,;:!?*_~([-]{1,99}$/, "");
  const count = (character: string): number => found.split(character).length;
  const isStray =
    (found.endsWith(")") && count(")") > count("(")) || (found.endsWith("]") && count("]") > count("["));
  return isStray ? withoutEnd(found.slice(0, -1)) : found;
}
