import type { StaffSecrets } from "../proxies/proxy.ts";
import { getOrMake } from "../visitor/get-or-make.ts";

/** The forms of the settings: that of staff is as `notice bypass` writes it. */
const forms = {
  BACKSOON_ORIGIN: /^https?:\/\/[^/]/i,
  BACKSOON_URL: /^https?:\/\/[^/]/i,
  BACKSOON_SWITCH: /^(?:on|off|read-only)$/i,
  BACKSOON_WHEN: /^\d{3}(?:-\d{3})?(?:,\s*\d{3}(?:-\d{3})?)*$/,
  BACKSOON_STAFF: /^\{\s*"link":\s*"\w+",\s*"cookie":\s*"\w+",\s*"maxAge":\s*[\d.]+\s*\}$/,
};
/** The statuses by which Cloudflare and proxies say that they cannot reach the app. */
const usualStatuses = "502,504,520-527,530";

const known = new WeakMap<object, ReturnType<typeof read>>();

/** The settings in what Cloudflare passes or in the environment, which are read once. */
export const readSettings = (from: Record<string, unknown>) => getOrMake(known, from, () => read(from));

/** Leaves out, and logs, what is not valid. The URLs have no final slash; `away` has statuses and ranges of them. */
function read(from: Record<string, unknown>) {
  const valid = (name: keyof typeof forms): string | undefined => {
    const text = String(from[name] ?? "").replace(/\/?\s*$/, "");
    if (forms[name].test(text)) return text;
    // biome-ignore lint/suspicious/noConsole: an edge has no other log.
    if (text) console.warn(`${name} is not valid, so it is not used.`);
    return undefined;
  };
  const staff = valid("BACKSOON_STAFF");
  return {
    origin: valid("BACKSOON_ORIGIN"),
    backsoon: valid("BACKSOON_URL"),
    state: valid("BACKSOON_SWITCH")?.toLowerCase(),
    away: (valid("BACKSOON_WHEN") ?? usualStatuses).split(/,\s*/),
    staff: staff === undefined ? undefined : (JSON.parse(staff) as StaffSecrets),
  };
}
