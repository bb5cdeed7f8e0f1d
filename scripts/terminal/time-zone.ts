import type { Environment } from "../../schema/settings/setting-names.ts";
import { showValue } from "../../schema/text/text.ts";
import { isKnownZone, ownZone } from "../../schema/time/zones.ts";

/**
 * The fault of a TZ that Node does not know, for which Node silently takes UTC. Undefined if TZ is unset, or if Node
 * understands it.
 */
export function findUnknownZone({ TZ = "" }: Environment): string | undefined {
  const isUnderstood = !["UTC", "Etc/Unknown"].includes(ownZone());
  if (TZ === "" || isKnownZone(TZ) || isUnderstood) return undefined;
  return `TZ is ${showValue(TZ)}, which is not a known time zone, so times are read as UTC: set it to a name such as Europe/Berlin, or unset it.`;
}
