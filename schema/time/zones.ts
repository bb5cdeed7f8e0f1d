/**
 * Zones by their current name, each with its previous name. `Intl` may still list the previous name, and older systems
 * know only that.
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

/** The time zone of this computer, by its current IANA name; UTC if it is unknown. */
export function ownZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  return isKnownZone(zone) ? nameOfToday(zone) : "UTC";
}

/** Every time zone that `Intl` knows, by its current name, UTC first. */
export function knownZones(): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(nameOfToday).toSorted()])];
}

/** Whether a time zone is known here, by its current or previous name. */
export function isKnownZone(zone: string): boolean {
  return isOfIntl(zoneOfIntl(zone));
}

/** The name that `Intl` accepts for a zone here: it throws for other names. */
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

/** The zone with this current or previous name or place, or the only zone whose names contain it; else undefined. */
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
