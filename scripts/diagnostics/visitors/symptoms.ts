import { createHash } from "node:crypto";
import type { StaffSecrets } from "../../../api/proxies/proxy.ts";
import { marker, pollPathOf, problemType, staffCookie, staffPath } from "../../../schema/notice/protocol.ts";
import { showValue } from "../../../schema/text/text.ts";
import { header, inWords, type SeenReply, type Sent } from "./ask.ts";

/** What visitors got: the page, and what rows asked for, by their names. */
export type Replies = { GET: SeenReply } & Partial<Record<string, SeenReply>>;
/** Whether a reply is right; if not, a text says what is wrong with it. No line if undefined. */
type Verdict = boolean | string | { ok: string } | { warning: string } | undefined;

/** A fault that is visible from outside. Its line and its section in `docs/troubleshooting.md` have its name. */
export interface Row {
  subject?: string;
  /** The request for its reply. */
  ask?(path: string, replies: Replies, secrets?: StaffSecrets): Sent | undefined;
  /** Judges its reply, else the page. */
  judge?(reply: SeenReply, replies: Replies, secrets?: StaffSecrets): Verdict;
  /** The fault, and its likely cause. */
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
