import { join } from "node:path";
import { exceptionsOf, hasName, type ProxyOptions, type Recipe } from "../proxy.ts";

/** HAProxy reads rules for requests first, then rules that choose a backend. */
function frontendParts(options: ProxyOptions): string[] {
  const { staff, readOnly, editor } = options;
  const isSwitched = options.switch || readOnly;
  return [
    "frontend.cfg",
    ...(isSwitched ? ["switch.cfg"] : []),
    ...(isSwitched && staff ? ["staff.cfg"] : []),
    ...(readOnly ? ["read-only.cfg"] : []),
    ...(editor ? ["use-editor.cfg"] : []),
    isSwitched ? "use.cfg" : "use-assets.cfg",
    ...(readOnly ? ["use-read-only.cfg"] : []),
  ];
}

/** The end of a server's line whose name may come and go. DNS only has the last word if HAProxy has an address. */
const asksDns = "resolvers backsoon resolve-prefer ipv4 init-addr last,libc,none";

const hasNames = (options: ProxyOptions) =>
  [...options.app, options.backsoon, options.second ?? ""].some(
    (address) => address !== "" && hasName(address, options),
  );

const installed = "/etc/haproxy/haproxy.cfg";

/** HAProxy 2.6 or newer: a backup server, and a map that is changed over its socket. */
export const haproxy: Recipe = {
  files: [
    {
      name: "backsoon.cfg",
      goes: "at the end of your configuration",
      includedIn: "in /etc/default/haproxy, not in your configuration (read at a restart, not at a reload)",
      include: (path) => `EXTRAOPTS="-S /run/haproxy-master.sock -f ${path}"`,
      parts: (options) => [
        ...(options.switch || options.readOnly ? ["socket.cfg"] : []),
        ...(options.staff ? ["staff-secret.cfg"] : []),
        ...(hasNames(options) ? ["resolvers.cfg"] : []),
        "backsoon.cfg",
        ...(options.editor ? ["editor.cfg"] : []),
      ],
    },
    {
      name: "frontend",
      goes: "in your `frontend`, above its first `use_backend`",
      parts: frontendParts,
    },
    {
      name: "backend",
      goes: "in your app's `backend`, above its `server` lines",
      parts: () => ["backend.cfg"],
    },
    {
      name: "httpchk",
      choice: "To show everybody the notice while your app's own health check fails or hangs",
      goes: "in your app's `backend`",
      parts: () => ["httpchk.cfg"],
    },
    {
      name: "retry",
      choice: "To send GET and HEAD again when your app ends without a reply",
      goes: "in your app's `backend`",
      parts: () => ["retry.cfg"],
    },
    {
      name: "static",
      choice: "Recommended, for a static page when Backsoon is down as well",
      goes: "in `defaults`",
      parts: () => ["static.cfg"],
    },
  ],
  whole: () => ["whole.cfg"],
  values: (options) => {
    const { app, backsoon, second, postReads, staffAddress, resolver, hasGroup } = options;
    const resolved = (address: string) => (hasName(address, options) ? `${address} ${asksDns}` : address);
    return {
      // HAProxy does not start with a group that the machine does not have.
      " group backsoon": [hasGroup ? " group backsoon" : ""],
      "127.0.0.1:8080": [resolved(backsoon)],
      "127.0.0.1:8090": second === undefined ? [] : [resolved(second)],
      DNS_SERVER: resolver === undefined ? [] : [/:\d+$/.test(resolver) ? resolver : `${resolver}:53`],
      "parse-resolv-conf": resolver === undefined ? ["parse-resolv-conf"] : [],
      EXCEPTIONS: [
        exceptionsOf(options)
          .map((path) => `${path}/`)
          .join(" "),
      ],
      // A lone Backsoon is asked in any case, and may take longer to restart.
      "option httpchk GET /.backsoon/readyz": second ? ["option httpchk GET /.backsoon/readyz"] : [],
      "timeout server 2s": second ? ["timeout server 2s"] : [],
      " check inter 1s fall 2": [second ? " check inter 1s fall 2" : ""],
      "app 127.0.0.1:3000": app.map(
        (address, index) => `app${index > 0 ? `-${index + 1}` : ""} ${resolved(address)}`,
      ),
      // One line has all of them.
      "/login": inOne(postReads),
      "192.0.2.7": inOne(staffAddress),
    };
  },
  installed,
  notes: (options) =>
    options.app.some((address) => hasName(address, options))
      ? [
          `HAProxy does not start while a name of yours is gone. Add to the \`server\` line of your app: ${asksDns}`,
        ]
      : [],
  differences: (configuration, { app }) =>
    unchecked(configuration, app).map(
      (name) =>
        `server ${name} has no check, so HAProxy never uses Backsoon: write check inter 3s fastinter 500ms downinter 500ms fall 2 at the end of its line.`,
    ),
  test: (folder, whole) => [
    "haproxy",
    "-c",
    ...(whole === undefined ? ["-f", installed] : ["-f", whole]),
    ...(folder === undefined ? [] : ["-f", join(folder, "backsoon.cfg")]),
  ],
};

/** The names of an app's servers without a check, in the sections that have one of its addresses, or Backsoon. */
function unchecked(configuration: string, apps: string[]): string[] {
  const hasCheck = (lines: string) => /^\s*default-server\s(?:.*\s)?check(?:\s|$)/m.test(lines);
  let isDefault = false;
  return configuration
    .replace(/#.*$/gm, "")
    .split(/^(?=[a-z])/m)
    .flatMap((section) => {
      if (section.startsWith("defaults")) isDefault = hasCheck(section);
      if (!/^(?:backend|listen)\s/.test(section)) return [];
      const servers = [...section.matchAll(/^\s*server\s+(\S+)\s+(\S+)(.*)$/gm)];
      const isApps = servers.some(
        ([, name, address = "", rest]) =>
          apps.includes(address) || (name === "backsoon" && / backup\b/.test(rest ?? "")),
      );
      if (!isApps || isDefault || hasCheck(section)) return [];
      return servers.flatMap(([, name = "", , rest = ""]) =>
        /\s(?:check|backup|track)(?:\s|$)/.test(rest) ? [] : [name],
      );
    });
}

function inOne(values: string[]): string[] {
  return values.length > 0 ? [values.join(" ")] : [];
}
