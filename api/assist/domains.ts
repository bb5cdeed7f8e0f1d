/** Top-level domains other than those of countries, which `Intl` knows. */
const generic = new Set(
  (
    "com net org info biz edu gov mil int name eu uk su ac app dev page site online website store shop cloud tech " +
    "digital software systems network host services support status help live today world news blog media agency " +
    "company group global center community academy university health bank finance berlin hamburg koeln wien london " +
    "paris nyc tokyo swiss xyz top club vip link zip new one art design games local internal onion test invalid"
  ).split(" "),
);

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Whether words with dots between them are a domain, such as `status.example.com` and not `p.m.` or `Node.js`. */
export function isDomain(host: string, hasPath: boolean): boolean {
  const labels = host.split(".");
  const [before = "", top = ""] = labels.slice(-2);
  if (labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label) && Number(label) < 256))
    return true;
  if (generic.has(top.toLowerCase()) || /^xn--/i.test(top) || /^www\./i.test(host)) return true;
  if (hasPath) return /^\p{L}{2,}$/u.test(top);
  if (/^[a-z]\.(?:me|ai|co|io|gg|ly)$/i.test(host)) return true;
  // Abbreviations have shorter labels, and a missing space after a sentence gives fewer.
  const isLong = labels.length > 2 && labels.every((label) => label.length > 1 && /\p{L}/u.test(label));
  if (isLong && /^\p{Ll}+$/u.test(top)) return true;
  // A sentence after a missing space begins with a capital. An abbreviation has one letter before its last dot.
  const isCountry = top === "рф" || (/^[a-z]{2}$/.test(top) && regions.of(top.toUpperCase()) !== undefined);
  return isCountry && before.length > 1;
}

/**
 * What reads like a domain in a text, whatever its ending, in lower case: words with dots and no spaces between them.
 * The last word must be in lower case; it ends at a hyphen.
 */
export function likeDomains(text: string): string[] {
  const names = (text.match(/[\p{L}\p{M}\p{Nd}.-]+/gu) ?? []).map((run) => {
    const labels = run.replace(/^[.-]{1,9}|[.-]{1,9}$/g, "").split(".");
    return [...labels.slice(0, -1), labels.at(-1)?.split("-")[0] ?? ""];
  });
  return names.filter(isLikeDomain).map((labels) => labels.join(".").toLowerCase());
}

function isLikeDomain(labels: string[]): boolean {
  const [before = "", top = ""] = labels.slice(-2);
  const isWhole = labels.length > 1 && !labels.includes("");
  return isWhole && /^\p{Ll}{2,}$/u.test(top) && /\p{L}/u.test(before) && before.length > 1;
}
