import { noticePath } from "../../../schema/notice/protocol.ts";
import { locales } from "../../../web/render.tsx";
import type { Format } from "../../visitor/negotiate.ts";
import { haproxyDocument, haproxyFolder, haproxySuffixes, languagesFile } from "../files/haproxy-files.ts";
import { languageTable } from "../languages.ts";
import { currentLink } from "../record.ts";
import { codingPattern, formatPatterns, type HeaderLines, headersOfPreflight } from "../replies.ts";
import { type ConfigurationOptions, ownBeginning } from "./options.ts";

const asked = {
  origin: "%[req.fhdr(origin)]",
  method: "%[req.fhdr(access-control-request-method)]",
  headers: "",
};
/** Whether a body may be larger than what the buffer has room for. */
const isLarge = "req.body_size ge 12000";
const namesAllowed: HeaderLines = [
  ["Access-Control-Allow-Headers", "%[req.fhdr(access-control-request-headers)]"],
];

/** How HAProxy serves the export while the app cannot be reached. */
export function haproxyConfiguration({ folder, retryAfter }: ConfigurationOptions): string {
  return `${ownBeginning}HAProxy: as long as the app answers, it is the app's; when it does not, HAProxy itself sends what
# Backsoon has exported, and asks nobody.
#
#   app       127.0.0.1:3000
#   export    ${folder}
#   visitors  *:8000
#
# An export writes this file anew, and it never depends on the notice: copy it to /etc/haproxy/haproxy.cfg, or take what
# you need of it into yours.
#
# HAProxy reads the notice at its start and at a reload alone, into memory, and does not start with a file that is larger
# than its buffer (16 KB). What the export writes for it is smaller: pages in gzip alone (without it, visitors get text),
# and above 12 KB the default message in the place of yours, without translations. There is no script in them, and times are
# in UTC: a page that is open does not change, and does not return by itself. Where that matters, take nginx or Caddy.
#
# What it reads is a copy that is root's, as the folder of the export is another user's; the check comes before anything is
# replaced. Do this before the first start (without the reload) and whenever the notice has changed:
#
#     cd /etc/haproxy && rm -rf backsoon.new && mkdir backsoon.new &&
#     from=$(readlink -f ${folder}/${currentLink})/${haproxyFolder} &&
#     runuser -u nobody -- tar -chC "$from" . | tar -xC backsoon.new --no-same-owner &&
#     BACKSOON_EXPORT=/etc/haproxy/backsoon.new haproxy -c -q -f /etc/haproxy/haproxy.cfg &&
#     rm -rf backsoon.old && { [ ! -e backsoon ] || mv backsoon backsoon.old; } && mv backsoon.new backsoon &&
#     systemctl reload haproxy
#
# To show the notice on purpose, while the app runs, cuts nobody off: a request that the app has begun is the app's to
# answer. (A reload would forget \`set server app/app state maint\`.) The switch is a file that HAProxy reads when it starts:
#
#   install -d -m 755 /etc/backsoon && echo notice off > /etc/backsoon/haproxy.map
#
# Then take in the two lines below that begin with \`stats socket\` and \`http-request set-var(txn.switch)\`, and reload. From
# then on each change is made in the file, for the next reload, and in the running HAProxy, which replies with what it has:
#
${switchLines()}
#
# If the reply does not end with the word that was set, the file has changed and the running HAProxy has not, until its next
# reload: run the line again, or set the file back. Do not turn the switch during a reload: the process that is just starting
# may have read the file before, and be told nothing. HAProxy does not start without the file.

global
    maxconn 4000
    # Each thread takes 20 requests at a time, so that their memory is used again, and not asked of the system anew: of 50 that
    # come at once, a page takes 3 % less time, and a reply of the app's up to 1 % more. It holds for all that HAProxy serves.
    tune.maxpollevents 20
    # Where the copy is. For another place HAProxy must be started anew: a reload keeps this one.
    presetenv BACKSOON_EXPORT /etc/haproxy/backsoon
    # The language, by the first that a visitor names; without any it is nothing.
    setenv BACKSOON_LANGUAGE "${languageExpression()}"
    # stats socket /run/haproxy/admin.sock mode 600 level admin
    # The staff's secret: \`npx notice bypass\` prints this line. Whoever reads this file has it: chmod 640.
    # set-var proc.staff str(STAFF_SECRET)

defaults basics
    mode http
    timeout connect 2s
    timeout client 30s
    timeout server 30s
    timeout http-request 10s
    # A websocket, which may be silent for longer than a reply.
    timeout tunnel 1h
    retries 3
    # A request whose connection was refused goes to another server, the backup included.
    option redispatch 1

frontend visitors from basics
    bind :8000

    # The switch; without this line it is off.
    # http-request set-var(txn.switch) str(notice),map(/etc/backsoon/haproxy.map)
    acl on var(txn.switch) -m str on
    acl read_only var(txn.switch) -m str read-only

    # The staff's link leads to the same URL without the secret, and to no other host, as // and /\\ would; its cookie gets
    # past the notice: by every method, and to websockets. Both are compared exactly. Without a secret, nobody is staff.
    # While the app is down, the staff get the notice as well. If it has several servers, each needs a line like the next.
    acl app_up srv_is_up(app/app)
    acl staff_link url_param(backsoon_staff),secure_memcmp(proc.staff)
    acl staff req.cook(backsoon_staff),secure_memcmp(proc.staff)
    # An address that gets past the notice. It is the one that HAProxy sees: behind a CDN or another proxy that is theirs,
    # and everybody's.
    # acl staff src 192.0.2.7

    # While the app is down, no request is tried there first.
    # Nearly every visitor is a browser that asks for a page in gzip, and gets it by a way that leaves out whatever only others
    # need: their formats, codings and origins. By the long way the same page takes a tenth more of HAProxy's time.
${shortWayLines()}
    use_backend "page-%[\${BACKSOON_LANGUAGE}]" if !app_up html gzip !special
    use_backend "notice-%[\${BACKSOON_LANGUAGE}]" if !app_up

    use_backend staff_link if staff_link
    use_backend app if staff

    # What the switch is for: everything. For one path or one host, and not the rest, take another of these lines in the
    # place of the first.
    acl planned always_true
    # acl planned path,url_dec,regsub("//+","/",g) -m reg ^/(shop(/|$)|api/notice(/|$)|assets/backsoon-)
    # acl planned req.hdr(host),host_only -i shop.example
    use_backend app if !planned
    use_backend "page-%[\${BACKSOON_LANGUAGE}]" if on html gzip !special
    use_backend "notice-%[\${BACKSOON_LANGUAGE}]" if on
    # Read-only: what reads goes to the app, and what writes to the notice. Name here what needs POST only to read, and look
    # at what else it can do: GraphQL's mutations come that way, too. Websockets begin with GET: they go to the app.
    # Pages that are open on the notice keep asking for /api/notice and their scripts: the notice answers these, too.
    acl own path /api/notice
    acl own path_beg /assets/backsoon-
    use_backend "notice-%[\${BACKSOON_LANGUAGE}]" if read_only own
    use_backend app if { method POST } { path /login /search /graphql }
    use_backend "notice-%[\${BACKSOON_LANGUAGE}]" if read_only !{ method GET HEAD OPTIONS }
    default_backend app

backend staff_link from basics
    http-request return status 303 hdr Location '%[pathq,regsub("^[/\\\\\\\\]+","/"),regsub("([?&])backsoon_staff=[^&]*&?","\\1"),regsub("[?&]$","")]' hdr Set-Cookie "backsoon_staff=%[var(proc.staff)]; Path=/; Max-Age=14400; HttpOnly; Secure; SameSite=Lax" hdr Cache-Control no-store hdr Referrer-Policy no-referrer

backend app from basics
    option forwardfor
    # The staff's secret is no business of the app's.
    http-request set-header Cookie '%[req.fhdr(cookie),regsub("(^|; *)backsoon_staff *=[^;]*","",g),regsub("^; *","")]' if { req.cook_cnt(backsoon_staff) gt 0 }
    http-request del-header Cookie if { req.fhdr(cookie) -m len 0 }
    # What reads is asked again where the app, in ending, has closed the connection without a reply: the notice has it then.
    # The app may have done what writes: that is not sent again, and gets a 502.
    retry-on conn-failure empty-response
    http-request disable-l7-retry if !{ method GET HEAD OPTIONS }
    # An app that hangs or replies 502 or 503 of its own is up: HAProxy sends a 504, or passes that on. With the app's own
    # health check, everybody has the notice while that fails, or takes longer than its timeout.
    # option httpchk GET /health
    # timeout check 2s
    # A connection that it refuses is noticed at once.
    server app 127.0.0.1:3000 check inter 500ms fall 1 rise 1 observe layer4 error-limit 1 on-error mark-down
    # HAProxy itself, for the request by which that was noticed.
    server notice 127.0.0.1:8001 backup

frontend fall_through from basics
    bind 127.0.0.1:8001
    use_backend "notice-%[\${BACKSOON_LANGUAGE}]"
    default_backend notice-${languageTable().fallback}

# A browser's page: one of three, which tell when to come back, so that not all do at once.
defaults page from basics
${bodyLines()}

# The notice, for every method.
defaults notice from basics
    # The answer to a browser that asks whether a script may send a request is 204.
${preflightLines()}

    # Whoever names an origin is named in the place of everybody.
    http-request set-var(txn.origin) req.fhdr(origin)
    http-after-response set-header Access-Control-Allow-Origin "%[var(txn.origin)]" if { var(txn.origin) -m len gt 0 }
    http-after-response add-header Access-Control-Allow-Credentials true if { var(txn.origin) -m len gt 0 }

    # What open pages ask for is 200.
    http-request return status 200 ${fileOf(haproxyDocument)} if { path ${noticePath} } { method GET HEAD }

${bodyLines()}
    http-request set-var(txn.large) bool(true) if { ${isLarge} }

    # The format, by the first type that a visitor names.
${formatLines()}

    # When to come back: not all at once.
    ${retryAfterLine(retryAfter)} if { var(txn.format) -m found }

# Two for each language. Those whose names end with the hyphen are for visitors who name none.
${backends()}
`;
}

function preflightLines(): string {
  const headers = headersOfPreflight(asked);
  const named = (name: string) => `{ req.fhdr(${name}) -m found }`;
  const condition = `if { method OPTIONS } ${named("origin")} ${named("access-control-request-method")}`;
  return lines([
    `http-request return status 204 ${inLine([...headers, ...namesAllowed])} ${condition} ${named("access-control-request-headers")}`,
    `http-request return status 204 ${inLine(headers)} ${condition}`,
  ]);
}

/** What gives the tag of the language that a visitor names first, as an expression; without any it is empty. */
function languageExpression(): string {
  const { fallback } = languageTable();
  const first = "req.hdr(accept-language,1),field(1,;),lower,concat(--)";
  return `${first},map_beg(\${BACKSOON_EXPORT}/${languagesFile},${fallback})`;
}

/** Who gets a page by the short way: whoever the long way would have it, too. */
function shortWayLines(): string {
  return lines([
    "acl html req.hdr(accept,1) -m beg text/html",
    // What every browser names first.
    "acl gzip req.hdr(accept-encoding,1) -m str gzip",
    `acl special path ${noticePath}`,
    "acl special req.hdr(origin) -m found",
  ]);
}

/** What has a request wait until its body is there. */
function bodyLines(): string {
  return lines([
    "# A client that still sends would lose an answer that closes its connection. A body of 12 000 bytes or more is read for",
    "# three seconds, and thrown away. One that stops coming is answered after three seconds, too: the files for 408 are the",
    "# notice, with 503.",
    "timeout tarpit 3s",
    "http-request wait-for-body time 3s",
  ]);
}

function formatLines(): string {
  const { browser, others } = formatPatterns();
  const setting = (format: Format) => `http-request set-var(txn.format) str(${format})`;
  return lines([
    `${setting("text")}`,
    `${setting("html")} if { req.fhdr(accept-encoding) -m reg -i '${codingPattern("gzip")}' }`,
    ...others.map(
      ([format, pattern]) =>
        `${setting(format)} if { req.hdr(accept,1) -m reg -i '${pattern}' } !{ req.fhdr(accept) -m reg -i '${browser}' }`,
    ),
  ]);
}

function backends(): string {
  const formats = Object.entries(haproxySuffixes) as [Format, [string, ...string[]]][];
  const { fallback } = languageTable();
  const named = locales.map(({ tag }) => [tag, tag] as const);
  return [["", fallback] as const, ...named]
    .map(([name, language]) => {
      const [page = "", ...laterPages] = haproxySuffixes.html.map(
        (suffix) => `status 503 ${fileOf(`${language}.${suffix}`)}`,
      );
      const pageRules = [
        onTimeout(`${language}.${haproxySuffixes.html[0]}`),
        `http-request tarpit ${page} if { ${isLarge} }`,
        // Of what is left, each time, an equal part.
        ...laterPages.map(
          (each, at) => `http-request return ${each} if { rand(${laterPages.length + 1 - at}) eq 0 }`,
        ),
        `http-request return ${page}`,
      ];
      const replies = formats.flatMap(([format, [suffix]]) => {
        const reply = `status 503 ${fileOf(`${language}.${suffix}`)}`;
        const condition = `{ var(txn.format) -m str ${format} }`;
        return [
          `http-request tarpit ${reply} if ${condition} { var(txn.large) -m bool }`,
          `http-request return ${reply} if ${condition}`,
        ];
      });
      const rules = [onTimeout(`${language}.${haproxySuffixes.text[0]}`), ...replies];
      return `backend page-${name} from page\n${lines(pageRules)}\nbackend notice-${name} from notice\n${lines(rules)}`;
    })
    .join("\n\n");
}

/** The same times as `retryAfterValues`, one of them by chance, in the place of the first, which each reply has. */
function retryAfterLine(seconds: number): string {
  return `http-after-response set-header Retry-After "%[rand(3),mul(${seconds}),div(20),add(${seconds})]"`;
}

function fileOf(name: string): string {
  return `errorfile ${pathOf(name)}`;
}

/** What is sent where a body stops coming. */
function onTimeout(name: string): string {
  return `errorfile 408 ${pathOf(name)}`;
}

function pathOf(name: string): string {
  return `"\${BACKSOON_EXPORT}/${name}"`;
}

function inLine(headers: HeaderLines): string {
  return headers
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `hdr ${name} "${value}"`)
    .join(" ");
}

function lines(all: string[]): string {
  return all.map((line) => `    ${line}`).join("\n");
}

/** How the switch is turned: in its file, and in the running HAProxy. */
function switchLines(): string {
  const positions = {
    "everything         ": "on",
    "and back           ": "off",
    "what writes, alone ": "read-only",
  };
  const file = "/etc/backsoon/haproxy.map";
  return Object.entries(positions)
    .map(
      ([words, to]) =>
        `#   ${words}  sed -i 's/^notice .*/notice ${to}/' ${file} && echo "set map ${file} notice ${to}; show map ${file}" | socat stdio /run/haproxy/admin.sock`,
    )
    .join("\n");
}
