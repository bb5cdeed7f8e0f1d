import { regions } from "./regions.ts";

const samples = ["2026-01-02T00:30Z", "2026-01-02T09:05Z", "2026-01-02T18:30Z"].map((text) => new Date(text));
const fields = {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
  timeZone: "UTC",
} as const;

/**
 * The regions whose English times differ from American ones, each with the tag of the first region that writes them in
 * the same way. The build puts the result here.
 */
export const englishForms: Record<string, string> = findForms();

function findForms(): Record<string, string> {
  const known = new Map<string, string>();
  const found = ["US", ...regions()].map((region): [string, string] => {
    const tag = `en-${region}`;
    const format = new Intl.DateTimeFormat(tag, { ...fields, calendar: "gregory", numberingSystem: "latn" });
    const written = samples.map((sample) => format.format(sample)).join("\n");
    if (!known.has(written)) known.set(written, tag);
    return [region, known.get(written) ?? tag];
  });
  return Object.fromEntries(found.filter(([, tag]) => tag !== "en-US"));
}
