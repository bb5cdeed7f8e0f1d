import { minuteMs } from "../../text/minute.ts";
import { isKnownZone } from "../../time/zones.ts";

/** A typed time zone: names, one of which is meant, or how far its clocks are ahead of UTC, in ms. */
export type Zone = { names: string[] } | { offset: number };

/** What abbreviations mean, in hours ahead of UTC. */
const hoursAhead: Record<string, number> = {
  ...{ UTC: 0, GMT: 0, UT: 0, WET: 0, WEST: 1, CET: 1, MEZ: 1, CEST: 2, MESZ: 2, EET: 2, EEST: 3, MSK: 3 },
  ...{ SAST: 2, EAT: 3, WIB: 7, HKT: 8, SGT: 8, AWST: 8, JST: 9, KST: 9, ACST: 9.5, ACDT: 10.5 },
  ...{ AEST: 10, AEDT: 11, NZST: 12, NZDT: 13 },
  ...{ EDT: -4, EST: -5, MDT: -6, PDT: -7, AKDT: -8, AKST: -9, HST: -10 },
};

/** Abbreviations of several zones, the commonest first. */
const zonesOf: Record<string, string[]> = {
  AST: ["America/Halifax", "Asia/Riyadh"],
  BST: ["Europe/London", "Asia/Dhaka"],
  CDT: ["America/Chicago", "America/Havana"],
  CST: ["America/Chicago", "Asia/Shanghai", "America/Havana"],
  GST: ["Asia/Dubai", "Atlantic/South_Georgia"],
  IST: ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"],
  MST: ["America/Denver", "Asia/Kuala_Lumpur"],
  PST: ["America/Los_Angeles", "Asia/Manila"],
};

/** Splits a time from the zone after it: `UTC`, `UTC+1`, `CET`, `Europe/Berlin`, `[Europe/Berlin]`, `(CET)`. */
export function splitZone(typed: string): { time: string; zone?: Zone } {
  const [, commented = "", comment = ""] = /^(.+?) ?\(([^()]*)\)$/.exec(typed) ?? [];
  if (commented !== "") {
    const found = splitZone(commented);
    // After a zone or an offset, the comment adds nothing: `+0100 (CET)`.
    if (found.zone || /:\d\d ?(?:z|[+-]\d\d(?::?\d\d)?)$/i.test(commented)) return found;
    const told = splitZone(`${commented} ${comment}`);
    return told.zone ? told : { time: typed };
  }
  const [, named = "", inBrackets, bare] = /^(.+?)(?: ?\[([\w/+-]+)\]| (\w+\/[\w/+-]+))$/.exec(typed) ?? [];
  const name = inBrackets ?? bare;
  if (name !== undefined)
    return isKnownZone(name) ? { time: named, zone: { names: [name] } } : { time: typed };
  const [, time = "", word = "", sign, hours = "0", minutes = "0"] =
    /^(.*?[\d.m]) ?([a-z]{2,4})(?: ?([+-])(\d\d?)(?::?(\d\d))?)?$/i.exec(typed) ?? [];
  const [known, names] = [hoursAhead[word.toUpperCase()], zonesOf[word.toUpperCase()]];
  if (names && sign === undefined) return { time, zone: { names } };
  const isPlain = sign === undefined || /^(?:utc|gmt)$/i.test(word);
  if (known === undefined || !isPlain || Number(hours) > 14 || Number(minutes) > 59) return { time: typed };
  const ahead = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return { time, zone: { offset: (known * 60 + ahead) * minuteMs } };
}
