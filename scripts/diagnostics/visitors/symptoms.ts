import { type DiagnosticResult, failure } from "../../../data/diagnostic.ts";
import { shorten } from "../../../schema/text/shorten.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import type { NoReply, SeenReply } from "./asking/ask.ts";
import { header, isReply } from "./asking/recognize.ts";

/** A fault that is visible from outside: the name of its line, the fault, and its likely cause. */
interface Symptom {
  subject: string;
  symptom: string;
  cause: string;
}

/** Each has a section in `docs/troubleshooting.md`, named by its subject, with every known cause and fix. */
export const symptoms = {
  unreachable: {
    subject: "visitors",
    symptom: "nothing answers",
    cause:
      "the proxy does not run, the app hangs, a wrong host name or port, a firewall, or a certificate that is not trusted (NODE_EXTRA_CA_CERTS adds your own authority)",
  },
  replaced: {
    subject: "visitors",
    symptom: "an error that is not the notice",
    cause:
      "the proxy cannot reach Backsoon, replaces the notice by its own error page, or passes on an error of the app",
  },
  unavailable: {
    subject: "visitors",
    symptom: "HAProxy's own error instead of the notice",
    cause:
      "a `server` of the app has no `check inter 3s fastinter 500ms downinter 500ms fall 2`, or Backsoon does not run. HAProxy needs some seconds to see that the app is down",
  },
  partly: {
    subject: "visitors",
    symptom: "the notice for open pages, but not at this URL",
    cause: "only writing requests, one path or one host are switched, or a cache keeps the app's page",
  },
  status: {
    subject: "status",
    symptom: "the status of the notice is not 503",
    cause: "a proxy or CDN sets the status of its error pages",
  },
  retryAfter: {
    subject: "Retry-After",
    symptom: "the notice has no `Retry-After`, or its value is not a number of seconds",
    cause: "a proxy or CDN removes or replaces headers of replies",
  },
  noStore: {
    subject: "Cache-Control",
    symptom: "the notice has no `Cache-Control: no-store`",
    cause: "a proxy or CDN removes or replaces headers of replies",
  },
  marker: {
    subject: "marker",
    symptom: "the notice has no header `Maintenance-Notice`",
    cause: "a proxy, CDN or firewall passes on only the headers that it knows",
  },
  head: {
    subject: "HEAD",
    symptom: "HEAD and GET get different replies",
    cause: "a cache, a firewall or a rule by method treats HEAD differently",
  },
  preflight: {
    subject: "preflight",
    symptom: "a CORS preflight is refused",
    cause: "the proxy answers OPTIONS itself, or turns it into a GET",
  },
  format: {
    subject: "JSON",
    symptom: "a request for JSON does not get the problem detail",
    cause: "a proxy removes `Accept` from the request, or a cache ignores `no-store`",
  },
  language: {
    subject: "language",
    symptom: "a request for another language does not get it",
    cause: "a proxy removes `Accept-Language` from the request, or a cache ignores `no-store`",
  },
  document: {
    subject: "document",
    symptom:
      "the notice's document is not at /backsoon-notice behind this path, so open pages do not update in place",
    cause: "a rule for some paths or file names answers there, such as nginx's for PHP",
  },
  version: {
    subject: "store",
    symptom: "visitors see a different notice from the one in this machine's store",
    cause:
      "another Backsoon answers, with another `DATABASE` or on another machine, or an export or a Worker is out of date",
  },
  script: {
    subject: "script",
    symptom: "the page's script is missing or changed, so open pages do not update",
    cause: "a rule for /assets/ or *.js sends it to the app, or looks for a file",
  },
  body: {
    subject: "page",
    symptom: "the page is not the one that Backsoon sends",
    cause:
      "a proxy or CDN changes pages, for example with `sub_filter` or analytics, or a Worker is out of date",
  },
  policy: {
    subject: "policy",
    symptom: "the page's `Content-Security-Policy` is missing, or does not allow the page's own styles",
    cause: "the proxy sets the app's policy on every reply",
  },
  kept: {
    subject: "kept",
    symptom: "something caches the notice, and would show it after the app is back",
    cause: "a cache or CDN ignores `no-store`, or a proxy sets `Retry-After` itself",
  },
  post: {
    subject: "POST of 1 KB",
    symptom: "a POST of 1 KB does not get the notice",
    cause: "a firewall or a rule by method refuses POST, or the proxy serves a file",
  },
  upload: {
    subject: "POST of 3 MB",
    symptom: "a POST of 3 MB does not get the notice",
    cause: "a proxy, CDN or firewall refuses large uploads",
  },
  staffLink: {
    subject: "staff link",
    symptom: "the staff link does not set the right cookie",
    cause: "the proxy has no lines for staff, or lines for another secret",
  },
  staffCookie: {
    subject: "staff cookie",
    symptom: "the staff cookie does not lead to the app",
    cause: "the app does not run, or the proxy has the lines for another secret",
  },
  staffWrong: {
    subject: "staff secrets",
    symptom: "a wrong secret leads to the app",
    cause: "the proxy ignores upper and lower case, or accepts a longer text that contains the secret",
  },
} satisfies Record<string, Symptom>;

export type SymptomName = keyof typeof symptoms;

/** A result of the check from outside; for a failure, with its likely cause. */
export interface SeenResult extends DiagnosticResult {
  symptom?: SymptomName;
  cause?: string;
  /** The section with every cause and fix. */
  more?: string;
}

/** A failure: its symptom, what was seen, and the likely cause. */
export function wrong(name: SymptomName, seen: string): SeenResult {
  const { subject, symptom, cause } = symptoms[name];
  const more = `docs/troubleshooting.md#${subject.toLowerCase().replace(/\W+/g, "-")}`;
  return { ...failure(subject, `${symptom} (${seen})`), symptom: name, cause, more };
}

/** A reply in a few words, safe for a terminal. */
export function inWords(outcome: SeenReply | NoReply): string {
  if (!isReply(outcome)) return `no reply: ${shorten(outcome.noReply, 200)}`;
  const { status, bodyFault } = outcome;
  const type = header(outcome, "Content-Type");
  const fault = bodyFault && `, with an unreadable body: ${bodyFault}`;
  return `${status}${type === undefined ? "" : `, ${showValue(type)}`}${fault ?? ""}`;
}
