import {
  exceptionPattern,
  hasName,
  hasSwitch,
  type ProxyFile,
  type ProxyOptions,
  type Recipe,
  switchNote,
} from "../proxy.ts";

const include = (path: string) => `Include ${path}`;

/** The order matters: the last line that sets or unsets `backsoon` decides. */
function siteParts(options: ProxyOptions): string[] {
  if (!hasSwitch(options)) return ["base.conf"];
  const { onlyPath, onlyHost, staff, staffAddress, readOnly } = options;
  const isForSome = onlyPath !== undefined || onlyHost !== undefined || staff || staffAddress.length > 0;
  return [
    "base.conf",
    ...(readOnly ? ["read-only.conf"] : []),
    ...(options.switch ? ["on.conf"] : []),
    ...(isForSome ? ["for-whom.conf"] : []),
    "except.conf",
    "to-backsoon.conf",
    ...(staff ? ["staff.conf"] : []),
  ];
}

const chosen = (name: string, choice: string): ProxyFile => ({
  name,
  goes: "below the line of backsoon.conf",
  include,
  parts: () => [name],
  choice,
});

/** By this, Apache finds out which of two Backsoons does not reply. A lone one may take longer to restart. */
const asked = " timeout=2 hcmethod=GET hcuri=/.backsoon/readyz hcinterval=1";

const isAppNamed = (options: ProxyOptions) => options.app.some((address) => hasName(address, options));

/** Apache 2.4: hot standbys of a balancer, and a rewrite before the site's own rules. */
export const apache: Recipe = {
  files: [
    {
      name: "backsoon.conf",
      goes: "in your app's `VirtualHost`, above its first ProxyPass",
      include,
      parts: siteParts,
    },
    {
      name: "proxy-pass.conf",
      goes: "your own ProxyPass, with balancer://app instead of http:// and the app's address",
      parts: () => ["proxy-pass.conf"],
    },
    chosen("own-errors.conf", "To show the notice for a second after your app's own 502 or 503"),
    chosen("hang.conf", "To show the notice while your app hangs"),
    {
      ...chosen("last-resort.conf", "Recommended, for a static page when Backsoon is down as well"),
      parts: ({ pages }) => [pages ? "last-resort-page.conf" : "last-resort.conf"],
    },
    {
      name: "editor.conf",
      goes: "beside your sites",
      include,
      parts: ({ editor }) => (editor ? ["editor.conf"] : []),
    },
  ],
  whole: () => ["whole.conf"],
  values: (options) => ({
    " addressttl=5": [isAppNamed(options) ? " addressttl=5" : ""],
    EXCEPTIONS: [exceptionPattern(options)],
    [asked]: [options.second ? asked : ""],
  }),
  test: (_folder, whole) => ["apachectl", "-t", ...(whole === undefined ? [] : ["-c", `Include ${whole}`])],
  notes: (options) => [
    `Apache needs these modules: a2enmod proxy_http proxy_balancer lbmethod_byrequests headers${options.second ? " proxy_hcheck" : ""}${hasSwitch(options) ? " rewrite setenvif" : ""}`,
    ...switchNote(options),
    "With balancer://app, timeout= in your ProxyPass means something else: use ProxyTimeout instead.",
    ...(isAppNamed(options)
      ? [
          "addressttl=5 finds an app's new address, and needs Apache 2.4.59: remove it from an older one. " +
            "While a name is gone, Apache answers one request a second with 500.",
        ]
      : []),
  ],
};
