/**
 * Zones by the names of today, each with the one before: `Intl` may list that one still, and what is older knows no other.
 * @see https://www.unicode.org/reports/tr35/#Time_Zone_Identifiers
 */
const renamed: Record<string, string> = {
  "Africa/Asmara": "Africa/Asmera",
  "America/Argentina/Buenos_Aires": "America/Buenos_Aires",
  "America/Argentina/Catamarca": "America/Catamarca",
  "America/Argentina/Cordoba": "America/Cordoba",
  "America/Argentina/Jujuy": "America/Jujuy",
  "America/Argentina/Mendoza": "America/Mendoza",
  "America/Atikokan": "America/Coral_Harbour",
  "America/Indiana/Indianapolis": "America/Indianapolis",
  "America/Kentucky/Louisville": "America/Louisville",
  "America/Nuuk": "America/Godthab",
  "Asia/Ho_Chi_Minh": "Asia/Saigon",
  "Asia/Kathmandu": "Asia/Katmandu",
  "Asia/Kolkata": "Asia/Calcutta",
  "Asia/Yangon": "Asia/Rangoon",
  "Atlantic/Faroe": "Atlantic/Faeroe",
  "Europe/Kyiv": "Europe/Kiev",
  "Pacific/Chuuk": "Pacific/Truk",
  "Pacific/Kanton": "Pacific/Enderbury",
  "Pacific/Pohnpei": "Pacific/Ponape",
};

const nameOfToday = (zone: string): string =>
  Object.keys(renamed).find((name) => renamed[name] === zone) ?? zone;

/** The time zone of this computer, by the IANA name of today; UTC where that is not known. */
export function ownZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  return isKnownZone(zone) ? nameOfToday(zone) : "UTC";
}

/** Every time zone that can be computed with, by the name of today, UTC first. */
export function knownZones(): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(nameOfToday).toSorted()])];
}

/** Whether a time zone is known here, by the name of today or the one before. */
export function isKnownZone(zone: string): boolean {
  return isOfIntl(zoneOfIntl(zone));
}

/** The name by which `Intl` knows a zone here: formatting by another throws. */
export function zoneOfIntl(zone: string): string {
  return isOfIntl(zone) ? zone : (renamed[zone] ?? zone);
}

function isOfIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

/** A time zone as people read it: `Europe/Berlin` is `Berlin (Europe)`. */
export function zoneName(zone: string): string {
  const [area = "", ...place] = zone.replaceAll("_", " ").split("/");
  return place.length === 0 ? area : `${place.reverse().join(", ")} (${area})`;
}

/** The zone with a name or a place that was typed, of today or before, or the only one with that as a part; else undefined. */
export function findZone(typed: string): string | undefined {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[_\s]+/g, " ")
      .trim();
  const wanted = plain(typed);
  const namesOf = (zone: string): string[] =>
    [zone, zoneName(zone), zoneName(zone).replace(/ \(.*/, "")].map(plain);
  const named = knownZones().map((zone) => ({ zone, names: [zone, renamed[zone] ?? zone].flatMap(namesOf) }));
  const exact = named.find(({ names }) => names.includes(wanted));
  const [only, other] = exact
    ? [exact]
    : named.filter(({ names }) => names.some((name) => name.includes(wanted)));
  return other ? undefined : only?.zone;
}
