import Negotiator from "negotiator";
import { locales } from "../../web/render.tsx";

const tags = new Map(locales.map(({ tag }) => [tag.toLowerCase(), tag]));
const [{ tag: fallback }] = locales;

/**
 * The tag of the language for a request, by lookup: `de-AT` finds `de`, and `zh-TW` finds `zh-Hant`, the script used
 * there.
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function lookUpLanguage(acceptLanguage: string): string {
  const headers = { "accept-language": acceptLanguage };
  for (const range of new Negotiator({ headers }).languages()) {
    // A bare wildcard does not say which one.
    if (range === "*") continue;
    const found = candidates(range).find((candidate) => tags.has(candidate));
    if (found) return tags.get(found) ?? fallback;
  }
  return fallback;
}

/** The range, then what is left as parts are dropped from its end, then its language in its usual script. */
function candidates(range: string): string[] {
  const locale = parse(range);
  if (!locale) return [];
  const { language, script } = locale.maximize();
  const parts = locale.baseName.toLowerCase().split("-");
  const shorter = parts.map((_part, index) => parts.slice(0, parts.length - index).join("-"));
  return [...shorter, `${language}-${script}`.toLowerCase()];
}

function parse(range: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(range);
  } catch {
    return undefined;
  }
}
