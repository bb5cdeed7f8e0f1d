/** The time zone of this computer, by its IANA name; UTC where that is not known. */
export function ownZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  return isKnownZone(zone) ? zone : "UTC";
}

/** Every time zone that can be computed with, UTC first. */
export function knownZones(): string[] {
  const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
  return ["UTC", ...zones];
}

/** Whether a time zone is known here: formatting in an unknown one throws. */
export function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** A time zone as people read it: `Europe/Berlin` is `Berlin (Europe)`. */
export function zoneName(zone: string): string {
  const [area = "", ...place] = zone.replaceAll("_", " ").split("/");
  return place.length === 0 ? area : `${place.reverse().join(", ")} (${area})`;
}
