import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { StaffSecrets } from "../../api/proxies/proxy.ts";
import { type Deadline, deadlineIn, inTime } from "../../data/deadline.ts";
import { shownIn } from "../../data/publish.ts";
import { type DiagnosticResult, failure, ok, warning } from "../../data/store.ts";
import { isNoticeError, messageFor, NoticeError } from "../../schema/errors/notice-error.ts";
import { hashOf, sha256 } from "../../schema/notice/hash.ts";
import {
  marker,
  nameByHash,
  pollPathOf,
  problemType,
  staffCookie,
  staffPath,
} from "../../schema/notice/protocol.ts";
import { shorten, showValue } from "../../schema/text/text.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import { readStaffSecrets } from "../bypass.ts";
import type { Context } from "../terminal/context.ts";
import { directAddress, usage } from "../terminal/options.ts";
import { targetOf } from "../terminal/publish.ts";

/** A result of the check from outside; for a failure, its likely cause, and the section with every cause and fix. */
export interface SeenResult extends DiagnosticResult {
  symptom?: SymptomName;
  cause?: string;
  more?: string;
}

type Needed = Pick<
  Context,
  "backend" | "commandName" | "installation" | "pathOf" | "printError" | "readSettings"
>;
type Again = () => Promise<SeenReply>;
type Options = Partial<Record<"staffFile" | "resolve", string | undefined>>;

/** The time for the whole check, in ms: the requests, and a store or file that does not respond. */
const wholeMs = 100_000;

/**
 * Requests a URL as visitors do, through everything in front of the app, and reports faults in what they see. If the
 * app answered (`isAppSeen`), the notice could not be checked.
 * @throws NoticeError CHECK_LATE; FILE_UNREADABLE; USAGE if secrets would be sent unencrypted
 */
export function checkFrom(context: Needed, url: URL, options: Options = {}, ms = wholeMs) {
  const late = () => new NoticeError("CHECK_LATE", { seconds: ms / 1000 });
  return inTime(lookFrom(context, url, options), deadlineIn(ms), late);
}

async function lookFrom(context: Needed, url: URL, { staffFile, resolve }: Options) {
  const { origin, pathname, search, protocol, hostname, host } = url;
  const path = `${pathname}${search}`;
  if (staffFile !== undefined && protocol !== "https:" && !isLoopback(hostname))
    throw usage(
      `--staff-file would send the secrets to ${origin} unencrypted: give a URL that begins with https://.`,
    );
  const secrets = staffFile === undefined ? undefined : await readStaffSecrets(context.pathOf(staffFile));
  context.printError(`Asks ${origin} as a visitor does, without cookies, and follows no redirect:
  GET ${path}, and /backsoon-notice behind it. Only if Backsoon answers one of them, also
  HEAD, OPTIONS, GET for JSON, for another language, of its script and once more,
  POST of 1 KB and of 3 MB to /backsoon-notice${secrets ? ", the staff link, and GET with the staff cookie" : ""}.`);

  const ask = createAsk(origin, undefined, { resolve });
  const untried = warning("staff", "not tried, because this URL does not show the notice");
  const end = (all: SeenResult[], isAppSeen = false) => ({
    results: secrets ? [...all, untried] : all,
    isAppSeen,
  });
  const page = await ask({ path });
  if (page.status === 0) return end([wrong("unreachable", inWords(page))]);
  const document = await ask(symptoms.document.ask(path));
  const asked = `${inWords(page)}; asked from ${page.from} at ${page.at}`;
  const isSeen = isOurs(page);
  if (!isSeen && header(document, marker) === "") {
    const isHaproxys = page.body.includes("No server is available to handle this request");
    if (page.status >= 500) return end([wrong(isHaproxys ? "unavailable" : "replaced", asked)]);
    const unseen = `the app answered, so the notice could not be checked (${asked})`;
    return end([warning("visitors", unseen)], true);
  }

  const replies: Replies = { GET: page, document };
  const rows = Object.entries(symptoms) as [SymptomName, Row][];
  for (const [name, row] of rows) {
    const sent = isSeen || name.startsWith("POST") ? row.ask?.(path, replies, secrets) : undefined;
    // By then a new reply has another `Date`, which has only seconds, and which servers keep for one.
    if (sent && name === "kept") await pause(2100);
    if (sent) replies[name] ??= await ask(sent);
  }
  const results: SeenResult[] = rows.flatMap(([name, row]) => {
    const reply = row.ask ? replies[name] : page;
    const verdict = reply && row.judge?.(reply, replies, secrets);
    if (!reply || verdict === undefined) return [];
    if (verdict === true) return [ok(name, inWords(reply))];
    if (typeof verdict !== "object") return [wrong(name, verdict || inWords(reply))];
    return "ok" in verdict ? [ok(name, verdict.ok)] : [warning(name, verdict.warning)];
  });
  if (isDocument(document))
    results.push(await compare(context, document, () => ask(symptoms.document.ask(path))));
  if (!isSeen) return end([wrong(page.status >= 500 ? "replaced" : "partly", asked), ...results]);
  const direct = `the notice, but from Backsoon itself (${asked}): to check the proxy, give the URL that visitors open`;
  const isDirect = [host, page.at].includes(directAddress(context) ?? "");
  const first = isDirect ? warning("visitors", direct) : ok("visitors", `the notice (${asked})`);
  return { results: [first, ...results], isAppSeen: false };
}

/** Compares the document that open pages get with the store's. It may have been changed meanwhile: then asks again. */
async function compare(context: Needed, document: SeenReply, again?: Again): Promise<SeenResult> {
  try {
    const seen = nameByHash(Number(header(document, marker)), sha256(document.body.toString()));
    const { number, notice } = await shownIn(targetOf(context));
    const stored = nameByHash(number, hashOf(notice));
    if (seen === stored) return ok("store", `revision ${stored}, too`);
    if (again) return compare(context, await again());
    return wrong("store", `revision ${seen}, and ${stored} in the store`);
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return ok("store", "not compared: this machine has no store");
    return warning("store", `could not be compared: ${messageFor(error, context.commandName)}`);
  }
}

function wrong(name: SymptomName, seen: string): SeenResult {
  const { subject = name, says }: Row = symptoms[name];
  const [symptom, cause = ""] = says.split(" | ");
  const more = `docs/troubleshooting.md#${subject.toLowerCase().replace(/\W+/g, "-")}`;
  return { ...failure(subject, `${symptom} (${seen})`), symptom: name, cause, more };
}

/** What visitors got: the page, and what rows asked for, by their names. */
export type Replies = { GET: SeenReply } & Partial<Record<string, SeenReply>>;
/** Whether a reply is right; if not, a text says what is wrong with it. No line if undefined. */
type Verdict = boolean | string | { ok: string } | { warning: string } | undefined;

/** A fault that is visible from outside. Its line and its section in `docs/troubleshooting.md` have its name. */
export interface Row {
  subject?: string;
  ask?(path: string, replies: Replies, secrets?: StaffSecrets): Sent | undefined;
  judge?(reply: SeenReply, replies: Replies, secrets?: StaffSecrets): Verdict;
  says: `${string} | ${string}`;
}

const noReply: SeenReply = { status: 0, headers: {}, body: Buffer.alloc(0) };
const hasMarker = (reply: SeenReply): boolean => header(reply, marker) !== "";
/** Whether a reply is Backsoon's, even if its status and headers were changed on the way. */
export const isOurs = (reply: SeenReply): boolean =>
  hasMarker(reply) || scriptOf(reply) !== undefined || isProblem(reply);
const isProblem = ({ body }: SeenReply): boolean => body.indexOf(`{"type":"${problemType}"`) === 0;
const isWhole = (reply: SeenReply, type: RegExp) =>
  reply.status === 200 && !reply.fault && reply.body.length > 0 && type.test(header(reply, "Content-Type"));
/** Whether a reply is the document that open pages get. If a proxy turns every request into GET, a POST gets it. */
export const isDocument = (reply: SeenReply): boolean =>
  isWhole(reply, /^application\/json\b/) && /^\d{1,16}$/.test(header(reply, marker));
/** The path of the page's script. The pattern cannot cross another tag, so that hostile bodies are read only once. */
const scriptOf = ({ body }: SeenReply): string | undefined =>
  /<script [^<>]*src="(\/assets\/backsoon-[\w-]{1,64}\.js)"/.exec(body.toString())?.[1];
const documentPath = (path: string): string => pollPathOf(path.replace(/\?.*/s, ""));
const post = (path: string, { document = noReply }: Replies, bytes: number): Sent | undefined =>
  hasMarker(document)
    ? { method: "POST", path: documentPath(path), body: Buffer.alloc(bytes, "x") }
    : undefined;
const otherLanguage = (page: SeenReply) => (/^de/.test(header(page, "Content-Language")) ? "fr" : "de");
const seen = (reply: SeenReply) => `${inWords(reply)}${hasMarker(reply) ? "" : ", without the marker"}`;

/** Judges what each notice must keep on its way. A proxy may turn POST into GET: then it gets the document. */
const keeps =
  (value: (reply: SeenReply) => string, pattern: RegExp) =>
  (page: SeenReply, replies: Replies): Verdict => {
    const found = ["GET", "HEAD", "JSON", "language", "POST of 1 KB", "POST of 3 MB"].filter((name) => {
      const { [name]: reply = noReply } = replies;
      return name === "HEAD" ? reply.status === page.status : isOurs(reply) && !isDocument(reply);
    });
    const faulty = found.filter((name) => !pattern.test(value(replies[name] ?? page)));
    const [first] = [...faulty, ...found];
    const shown = first && showValue(value(replies[first] ?? page) || "none");
    if (faulty.length > 0) return `${faulty.join(", ")}: ${shown}`;
    return first === undefined ? undefined : { ok: `${shown} in ${found.length} replies` };
  };
const keepsHeader = (name: string, pattern: RegExp) => keeps((reply) => header(reply, name), pattern);

/** Whether each policy allows the page's inline styles. A proxy may have added a policy, and browsers obey all. */
function judgePolicy(page: SeenReply): Verdict {
  const sent = header(page, "Content-Security-Policy");
  const html = page.body.toString();
  // Only the part up to the last end tag is searched, or each start tag would scan to the end.
  const closed = html.slice(0, html.lastIndexOf("</style>") + 8);
  const allowed = [...closed.matchAll(/<style[^<>]*>(.*?)<\/style>/gs)].map(([, style = ""]) => {
    const hash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
    const refuses = (policy: string) =>
      /(?:style|default)-src/.test(policy) && !policy.includes(hash) && !policy.includes("'unsafe-inline'");
    return sent.includes(hash) && !sent.split(",").some(refuses);
  });
  const count = allowed.filter(Boolean).length;
  return sent === "" ? "none" : count === allowed.length || `it allows ${count} of ${allowed.length}`;
}

/** The faults of the reply to the staff link. They contain no secret. */
function judgeLink(link: SeenReply, secret = ""): Verdict {
  if (link.status !== 303) return isOurs(link) ? "the notice" : false;
  const cookie = link.headers["set-cookie"]?.find((each) => each.startsWith(`${staffCookie}=`)) ?? "";
  const checks: [fault: string, text: string, right: RegExp][] = [
    ["its Location is not /", header(link, "Location"), /^(?:https?:\/\/[^/]+)?\/$/],
    ["no Cache-Control: no-store", header(link, "Cache-Control"), /\bno-store\b/i],
    ["no Referrer-Policy: no-referrer", header(link, "Referrer-Policy"), /^no-referrer$/i],
    ["no cookie with its secret", cookie, new RegExp(`=${secret}(?:;|$)`)],
    ["no HttpOnly in the cookie", cookie, /; *HttpOnly *(?:;|$)/i],
    ["no Secure in the cookie", cookie, /; *Secure *(?:;|$)/i],
    ["no SameSite=Lax in the cookie", cookie, /; *SameSite=(?:Lax|Strict) *(?:;|$)/i],
  ];
  const faults = checks.filter(([, text, right]) => !right.test(text)).map(([fault]) => fault);
  return faults.length === 0 || faults.join(", ");
}

/** Only a warning: the app's visitors get the same 413 for such an upload. */
const tooLarge =
  "413: the proxy itself refuses large uploads (nginx over 1 MB by default). Visitors who send one get this 413, not the notice: raise its limit (nginx: client_max_body_size) if your app takes larger ones";

/** Every symptom, in the order of the lines. Those without a judge are found by the first requests. */
// biome-ignore format: each symptom is one line
export const symptoms = {
  unreachable: { subject: "visitors", says: "nothing answers | the proxy does not run, the app hangs, a wrong host name or port, a firewall, or a certificate that is not trusted (NODE_EXTRA_CA_CERTS adds your own authority)" },
  replaced: { subject: "visitors", says: "an error that is not the notice | the proxy cannot reach Backsoon, replaces the notice by its own error page, or passes on an error of the app" },
  unavailable: { subject: "visitors", says: "HAProxy's own error instead of the notice | a `server` of the app has no `check inter 3s fastinter 500ms downinter 500ms fall 2`, or Backsoon does not run. HAProxy needs some seconds to see that the app is down" },
  partly: { subject: "visitors", says: "the notice for open pages, but not at this URL | only writing requests, one path or one host are switched, or a cache keeps the app's page" },
  status: { judge: keeps(({ status }) => `${status}`, /^503$/),
    says: "the status of the notice is not 503 | a proxy or CDN sets the status of its error pages" },
  "Retry-After": { judge: keepsHeader("Retry-After", /^[1-9]\d{0,8}$/),
    says: "the notice has no `Retry-After`, or its value is not a number of seconds | a proxy or CDN removes or replaces headers of replies" },
  "Cache-Control": { judge: keepsHeader("Cache-Control", /(?:^|,)\s*no-store\s*(?:,|$)/i),
    says: "the notice has no `Cache-Control: no-store` | a proxy or CDN removes or replaces headers of replies" },
  marker: { judge: keepsHeader(marker, /^\d{1,16}$/),
    says: "the notice has no header `Maintenance-Notice` | a proxy, CDN or firewall passes on only the headers that it knows" },
  HEAD: { ask: (path) => ({ path, method: "HEAD" }),
    judge: (head, { GET: page }) =>
      (head.status === page.status && header(head, marker) === header(page, marker)) || `${inWords(head)}; GET: ${inWords(page)}`,
    says: "HEAD and GET get different replies | a cache, a firewall or a rule by method treats HEAD differently" },
  // Nobody can own this origin.
  preflight: { ask: (path) => ({ path, method: "OPTIONS", headers: { Origin: "https://backsoon-check.invalid", "Access-Control-Request-Method": "PUT" } }),
    judge: (reply) => (/^2/.test(`${reply.status}`) && hasMarker(reply) && /\bPUT\b|\*/.test(header(reply, "Access-Control-Allow-Methods"))) || seen(reply),
    says: "a CORS preflight is refused | the proxy answers OPTIONS itself, or turns it into a GET" },
  JSON: { ask: (path) => ({ path, headers: { Accept: "application/json" } }), judge: isProblem,
    says: "a request for JSON does not get the problem detail | a proxy removes `Accept` from the request, or a cache ignores `no-store`" },
  language: { ask: (path, { GET: page }) => ({ path, headers: { "Accept-Language": otherLanguage(page) } }),
    judge: (reply, { GET: page }) => header(reply, "Content-Language").startsWith(otherLanguage(page))
      || `asked for ${otherLanguage(page)}: ${inWords(reply)}, ${showValue(header(reply, "Content-Language"))}`,
    says: "a request for another language does not get it | a proxy removes `Accept-Language` from the request, or a cache ignores `no-store`" },
  script: { ask: (_, { GET: page }) => ({ path: scriptOf(page) ?? "/assets/backsoon-none.js", headers: { Accept: "*/*" } }),
    judge: (reply, { GET: page }) => scriptOf(page) === undefined
      ? `the page names none of ours: ${inWords(page)}` : isWhole(reply, /\bjavascript\b/) || `${scriptOf(page)}: ${inWords(reply)}`,
    says: "the page's script is missing, so open pages do not update | a rule for /assets/ or *.js sends it to the app, or looks for a file" },
  policy: { judge: (page) => (isOurs(page) ? judgePolicy(page) : undefined),
    says: "the page's `Content-Security-Policy` is missing, or does not allow the page's own styles | the proxy sets the app's policy on every reply, or changes the page" },
  document: { ask: (path) => ({ path: documentPath(path), headers: { Accept: "*/*" } }),
    judge: (reply) => isDocument(reply) || seen(reply),
    says: "the notice's document is not at /backsoon-notice behind this path, so open pages do not update in place | a rule for some paths or file names answers there, such as nginx's for PHP" },
  store: { says: "visitors see a different notice from the one in this machine's store | another Backsoon answers, with another `DATABASE` or on another machine, or a Worker is out of date" },
  "POST of 1 KB": { ask: (path, replies) => post(path, replies, 1024), judge: isOurs,
    says: "a POST of 1 KB does not get the notice | a firewall or a rule by method refuses POST, or the proxy serves a file" },
  "POST of 3 MB": { ask: (path, replies) => post(path, replies, 3 * 1024 * 1024), judge: (reply) => (reply.status === 413 ? { warning: tooLarge } : isOurs(reply)),
    says: "a POST of 3 MB does not get the notice | a proxy, CDN or firewall refuses large uploads" },
  "staff link": { ask: (_path, _replies, secrets) => secrets && { path: `${staffPath}${secrets.link}` }, judge: (reply, _, secrets) => judgeLink(reply, secrets?.cookie),
    says: "the staff link does not set the right cookie | the proxy has no lines for staff, or lines for another secret" },
  "staff cookie": { ask: (path, _, secrets) => secrets && { path, headers: { Cookie: `${staffCookie}=${secrets.cookie}` } },
    judge: (reply) => (isOurs(reply) ? "the notice" : reply.status > 0 && reply.status < 500),
    says: "the staff cookie does not lead to the app | the app does not run, or the proxy has the lines for another secret" },
  kept: { ask: (path) => ({ path }),
    judge: (reply, { GET: page }) => Number(header(reply, "Age")) > 0 ? `Age: ${showValue(header(reply, "Age"))}`
      : !header(reply, "Date") || header(reply, "Date") !== header(page, "Date") || `Date does not change from ${showValue(header(reply, "Date"))}`,
    says: "something caches the notice, and would show it after the app is back | a cache or CDN ignores `no-store`" },
} satisfies Record<string, Row>;

export type SymptomName = keyof typeof symptoms;

/** A request to the origin: its path and query as they are sent. */
export type Sent = { path: string; method?: string; headers?: OutgoingHttpHeaders; body?: Buffer };

/** A reply as a visitor gets it, decoded, and both addresses. Its status is 0 if `fault` says why there is none. */
export interface SeenReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  fault?: string;
  from?: string | undefined;
  at?: string;
}

/** Asks an origin; redirects are not followed, and no cookie is kept. Never rejects. */
export type Ask = (sent: Sent) => Promise<SeenReply>;

/** How long one request may take, and all of them together, in ms. */
const [requestTimeoutMs, allRequestsMs] = [15_000, 90_000];
/** Far more than the page (14 KB compressed) or its script (64 KB uncompressed). */
const maxOutputLength = 4 * 1024 * 1024;
/** Why there is no reply from a server that hangs. */
export const outOfTime = "not in time";

/** The headers of a browser: a page load is one even if a proxy removes `Accept`. With `close`, uploads lose replies. */
const ofVisitors = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding": "gzip, br",
  "Accept-Language": "en",
  "Sec-Fetch-Mode": "navigate",
  Connection: "keep-alive",
  "User-Agent": "Mozilla/5.0 (compatible; backsoon-check)",
};

/** Returns a function that asks an origin, each time over a new connection, until the deadline. */
export function createAsk(
  origin: string,
  deadline: Deadline = deadlineIn(allRequestsMs),
  {
    eachMs = requestTimeoutMs,
    resolve: address = "",
  }: { eachMs?: number; resolve?: string | undefined } = {},
): Ask {
  const family = isIP(address);
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family);
  const request = origin.startsWith("https:") ? overHttps : overHttp;
  return async ({ path, method = "GET", headers, body }) => {
    const seen: SeenReply = { status: 0, headers: {}, body: Buffer.alloc(0) };
    const signal = AbortSignal.timeout(Math.ceil(Math.max(Math.min(eachMs, deadline.timeLeftMs()), 1)));
    const length = body && { "Content-Length": body.length };
    const sent = { method, path, headers: { ...ofVisitors, ...length, ...headers } };
    const asked = request(origin, { ...sent, signal, agent: false, ...(family && { lookup }) }).end(body);
    try {
      seen.body = await new Promise((done, fail) => {
        asked.on("error", fail).on("response", (message) => {
          const { statusCode: status, headers, socket } = message;
          const at = `${socket.remoteAddress}:${socket.remotePort}`;
          Object.assign(seen, { status, headers, from: socket.localAddress, at });
          readBody(message).then(done, fail);
        });
      });
    } catch (error) {
      const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
      seen.fault = signal.aborted ? outOfTime : (errors?.[0]?.message ?? message) || `${code}`;
    }
    asked.destroy();
    return seen;
  };
}

/** Reads and decodes a body; rejects if its coding is unknown, if it is broken or too long. */
async function readBody(message: AsyncIterable<Buffer> & { headers: IncomingHttpHeaders }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunks.push(chunk) && chunk.length;
    if (size > maxOutputLength) throw new Error(`it is longer than ${maxOutputLength} bytes`);
  }
  const body = Buffer.concat(chunks);
  const { "content-encoding": coding = "identity" } = message.headers;
  // A reply to HEAD has the coding of the body that GET would return.
  if (coding === "identity" || body.length === 0) return body;
  if (coding === "gzip") return gunzipSync(body, { maxOutputLength });
  if (coding === "br") return brotliDecompressSync(body, { maxOutputLength });
  throw new Error("its content coding is unknown");
}

/** A header of a reply; empty if it is absent. */
export const header = ({ headers }: SeenReply, name: string): string =>
  String(headers[name.toLowerCase()] ?? "");

/** A reply in a few words, safe for a terminal. */
export function inWords(reply: SeenReply): string {
  const { status, fault = "" } = reply;
  if (status === 0) return `no reply: ${shorten(fault, 200)}`;
  const type = header(reply, "Content-Type");
  return `${status}${type && `, ${showValue(type)}`}${fault && `, with an unreadable body: ${shorten(fault, 200)}`}`;
}
