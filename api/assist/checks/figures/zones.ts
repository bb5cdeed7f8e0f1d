import { withAsciiDigits } from "./digits.ts";

/** Names of time zones, with those that another language has for them. */
const zones: Record<string, string> = {
  МСК: "MSK",
  MEZ: "CET",
  MESZ: "CEST",
  CEZ: "CET",
  HNEC: "CET",
  HAEC: "CEST",
};
const plain =
  "UTC GMT CET CEST EET EEST MSK BST PST PDT MDT EDT CDT AKST AKDT HST JST KST HKT SGT AEST AEDT ACST AWST NZST NZDT WIB WITA PKT ICT".split(
    " ",
  );
/** Those that are also words in capitals, and so count only soon after a digit. */
const ambiguous = "IST EST CST MST WET WEST ET PT CT MT SAST WAT CAT EAT".split(" ");

/** A distance from UTC or GMT, as in "UTC+2"; what is no distance but the other end of a range, as in "UTC–23:00", is none. */
const offset =
  /(?<![\p{L}\p{N}])(?:UTC|GMT)(?:\s?[+−]\s?|[–-])0?(1[0-4]|\d)(?::?([0-5]\d))?(?![\d:]|\s?(?:UTC|GMT|Uhr|[ap]\.?m))/giu;
const range = /^\w+–.*:/u;
const anywhere = namesOf([...plain, ...Object.keys(zones)], "");
const afterTime = namesOf(ambiguous, "(?<=\\d[^\\d\\n]{0,10})");

function namesOf(names: string[], before: string): RegExp {
  return new RegExp(`${before}(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}])`, "gu");
}

/** The time zones that a text names, each by one name. */
export function findZones(text: string): Set<string> {
  const offsets: string[] = [];
  const rest = withAsciiDigits(text).replace(offset, (found, hours: string, minutes = "00") => {
    if (range.test(found)) return found;
    offsets.push(`UTC${found.includes("+") ? "+" : "−"}${hours}${minutes === "00" ? "" : `:${minutes}`}`);
    return " ";
  });
  const found = [...rest.matchAll(anywhere), ...rest.matchAll(afterTime)].map(([name]) => name);
  return new Set([...offsets, ...found.map((name) => zones[name] ?? name)]);
}
