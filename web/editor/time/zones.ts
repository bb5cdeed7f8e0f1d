/** The time zone of this computer, by its IANA name. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** Every time zone that the browser knows, UTC first. */
export function knownZones(): string[] {
  const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
  return ["UTC", ...zones];
}

/** Whether the browser knows a time zone: formatting in an unknown one throws. */
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
