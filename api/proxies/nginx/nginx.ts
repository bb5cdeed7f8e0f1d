import { readFileSync } from "node:fs";
import {
  exceptionPattern,
  hasName,
  hasSwitch,
  hostOf,
  isHostName,
  type ProxyFile,
  type ProxyOptions,
  type Recipe,
  switchNote,
} from "../proxy.ts";

/**
 * The user of this machine's nginx, for a test of another configuration. Without it, a test by root gives the folders
 * of the running nginx to `nobody`, and uploads fail.
 */
function ownUser(): string[] {
  try {
    const [user] = /^user\s[^;]*;/m.exec(readFileSync("/etc/nginx/nginx.conf", "utf8")) ?? [];
    return user === undefined ? [] : ["-g", user];
  } catch {
    return [];
  }
}

const include = (path: string) => `include ${path};`;

const isForSome = ({ onlyPath, onlyHost, staff, staffAddress }: ProxyOptions) =>
  onlyPath !== undefined || onlyHost !== undefined || staff !== undefined || staffAddress.length > 0;

/** The parts of server.conf. If two set the switch, the later one decides. */
function serverParts(options: ProxyOptions): string[] {
  const several = options.app.length > 1 ? ["several.conf", "connect.conf"] : [];
  const base = ["server.conf", ...several, "backsoon.conf"];
  if (!hasSwitch(options)) return base;
  return [
    ...base,
    "look.conf",
    ...(options.readOnly ? ["read-only.conf"] : []),
    ...(options.switch ? ["on.conf"] : []),
    ...(isForSome(options) ? ["for-whom.conf"] : []),
    "except.conf",
    ...(options.staff ? ["staff.conf"] : []),
  ];
}

/** An optional file, in `server`. */
const chosen = (name: string, choice: string): ProxyFile => ({
  name,
  goes: "in your app's `server`",
  include,
  parts: () => [name],
  choice,
});

/** Lines that send a request to the second Backsoon. It does nothing with a request, so that any may be sent again. */
const ifTwo = ["proxy_read_timeout 2s;", "proxy_next_upstream error timeout non_idempotent;"];

/** Whether Backsoon, or the app, has a name that nginx asks a DNS server for. An `upstream` of several cannot. */
const isNamed = (options: ProxyOptions) => !options.second && hasName(options.backsoon, options);
const isAppNamed = (options: ProxyOptions) =>
  options.app.length === 1 && options.app.some((address) => hasName(address, options));

const dnsOf = ({ resolver = "ADDRESS_OF_YOUR_DNS_SERVER" }: ProxyOptions) => resolver;

/** What keeps nginx up while a name of the operator's own lines is gone. */
const ownName = (address: string, dns: string) =>
  `nginx does not start while ${hostOf(address)} has no address. In its \`location\`, write these two lines: resolver ${dns} valid=1s; proxy_pass http://${address}$request_uri;`;

function ownNames(configuration: string, { localNames }: ProxyOptions): string[] {
  const upstreams = [...configuration.matchAll(/\bupstream\s+(\S+)\s*{([^}]*)}/g)];
  const servers = upstreams.flatMap(([, , lines = ""]) => [...lines.matchAll(/\bserver\s+([^\s;]+)/g)]);
  const passed = [...configuration.matchAll(/\bproxy_pass\s+https?:\/\/([^\s;/]+)/g)];
  const names = [...servers, ...passed]
    .map(([, address = ""]) => address)
    .filter((address) => isHostName(address) && !/^unix:|\$/.test(address))
    .filter(
      (address) => !localNames.includes(hostOf(address)) && !upstreams.some(([, name]) => name === address),
    );
  return [...new Set(names)];
}

const severalApps =
  "Write max_fails=0 at the end of each `server` line of your upstream: server.conf says what any other value costs.";

/** nginx 1.18 or newer: its own error pages, which leave the app's upstream, headers and time-outs alone. */
export const nginx: Recipe = {
  files: [
    {
      name: "http.conf",
      goes: "in `http`",
      include,
      parts: ({ second }) => (second ? ["http.conf"] : []),
    },
    {
      name: "server.conf",
      goes: "in your app's `server`, above any error_page of yours",
      include,
      parts: serverParts,
    },
    {
      name: "switch.conf",
      goes: "in each `location` that goes to your app",
      include,
      parts: (options) => (hasSwitch(options) ? ["switch.conf"] : []),
    },
    chosen("own-errors.conf", "To show the notice instead of your app's own 502, 503 and 504"),
    chosen("auth-request.conf", "If the service that your auth_request asks may be down"),
    {
      ...chosen("hang.conf", "If your app hangs, or its host drops packets"),
      parts: ({ app }) => [...(app.length > 1 ? [] : ["connect.conf"]), "hang.conf"],
    },
    {
      ...chosen("last-resort.conf", "Recommended, for a static page when Backsoon is down as well"),
      parts: ({ pages }) => [...(pages ? ["last-resort-page.conf"] : []), "last-resort.conf"],
    },
    {
      name: "editor.conf",
      goes: "in `http`",
      include,
      parts: ({ editor }) => (editor ? ["editor.conf"] : []),
    },
  ],
  whole: (options) => [
    "whole.conf",
    ...(isAppNamed(options) ? [] : ["whole-upstream.conf"]),
    "whole-server.conf",
  ],
  values: (options) => {
    const { app, backsoon, second, onlyPath, pages } = options;
    return {
      // A lone Backsoon may take longer to restart.
      ...Object.fromEntries(ifTwo.map((line) => [line, second ? [line] : []])),
      // A name without a DNS server must be known at the start, so its line has no variable.
      "http://127.0.0.1:8080$request_uri": [
        second
          ? "http://backsoon$request_uri"
          : `http://${backsoon}${isHostName(backsoon) && !isNamed(options) ? "" : "$request_uri"}`,
      ],
      "http://app;": [isAppNamed(options) ? `http://${app[0]}$request_uri;` : "http://app;"],
      DNS_OF_BACKSOON: isNamed(options) ? [dnsOf(options)] : [],
      DNS_OF_APP: isAppNamed(options) ? [dnsOf(options)] : [],
      EXCEPTIONS: [exceptionPattern(options)],
      // It stands in a pattern.
      "/shop": onlyPath === undefined ? [] : [onlyPath.replace(/\/$/, "").replaceAll(".", "\\.")],
      "@backsoon_text": [pages ? "@backsoon_text" : "@backsoon_away"],
    };
  },
  // -T also prints the configuration.
  test: (_folder, whole) =>
    whole === undefined ? ["nginx", "-T"] : ["nginx", "-t", "-c", whole, ...ownUser()],
  differences: (printed, options) => {
    const configuration = printed.replace(/#.*$/gm, "");
    const dns = dnsOf(options);
    const names = ownNames(configuration, options).map((address) => ownName(address, dns));
    const upstreams = [...configuration.matchAll(/\bupstream\s+(\S+)\s*{([^}]*)}/g)].flatMap(
      ([, name = "", lines = ""]) => {
        const servers = lines.match(/\bserver\s[^;]*/g) ?? [];
        const differs = servers.length > 1 && !servers.every((server) => /\smax_fails=0\b/.test(server));
        return differs
          ? [
              `upstream ${name}: write max_fails=0 at the end of each \`server\` line, if these are your app's.`,
            ]
          : [];
      },
    );
    return [...upstreams, ...names];
  },
  notes: (options) => [
    ...switchNote(options),
    "A `location` with its own error_page also needs: error_page 502 504 = @backsoon;",
    "Your own error page for 502 or 504 is no longer shown. For when Backsoon is down as well, include last-resort.conf.",
    ...(options.app.length > 1 ? [severalApps] : []),
    ...(isNamed(options) && options.resolver === undefined
      ? ["Fill in the address of your DNS server after `resolver`, or print the lines again with --resolver."]
      : []),
    ...options.app
      .filter((address) => hasName(address, options))
      .map((address) => ownName(address, dnsOf(options))),
    ...(options.second && [options.backsoon, options.second].some(isHostName)
      ? [
          "nginx does not start while a name of two Backsoons is gone: give IP addresses, or one name for both.",
        ]
      : []),
    ...[options.backsoon, ...options.app]
      .filter((address) => isHostName(address) && !hasName(address, options))
      .map((address) => `DNS does not have ${hostOf(address)}: nginx needs it in /etc/hosts when it starts.`),
  ],
};
