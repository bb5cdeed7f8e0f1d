import { type DiagnosticResult, failure } from "../../../data/diagnostic.ts";
import { shorten } from "../../../schema/text/shorten.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import type { NoReply, SeenReply } from "./asking/ask.ts";
import { header, isReply } from "./asking/recognize.ts";

/** What can be seen from outside to be wrong: what its line is called, what it is, and its likely cause. */
interface Symptom {
  subject: string;
  symptom: string;
  cause: string;
}

/** Each has a section of `docs/troubleshooting.md`, by its subject, with every cause that is known and what mends it. */
export const symptoms = {
  unreachable: {
    subject: "visitors",
    symptom: "nothing answers",
    cause:
      "the name, the port, a firewall or the certificate (NODE_EXTRA_CA_CERTS names an authority of your own)",
  },
  replaced: {
    subject: "visitors",
    symptom: "an error that is not the notice",
    cause: "the proxy cannot reach Backsoon, or puts an error page of its own in the place of the notice",
  },
  partly: {
    subject: "visitors",
    symptom: "the notice at /api/notice, but not at this URL",
    cause: "only what writes, one path or one host is switched to the notice, on purpose",
  },
  status: {
    subject: "status",
    symptom: "the notice with another status than 503",
    cause: "a proxy or CDN sets the status of its error pages",
  },
  retryAfter: {
    subject: "Retry-After",
    symptom: "the notice without `Retry-After`, or with one that is no number of seconds",
    cause: "a proxy or CDN removes headers of a reply, or sets its own in their place",
  },
  noStore: {
    subject: "Cache-Control",
    symptom: "the notice without `Cache-Control: no-store`",
    cause: "a proxy or CDN removes headers of a reply, or sets its own in their place",
  },
  marker: {
    subject: "marker",
    symptom: "the notice without the header `Maintenance-Notice`",
    cause: "a proxy, CDN or firewall passes on only the headers that it knows",
  },
  head: {
    subject: "HEAD",
    symptom: "HEAD is not answered as GET is",
    cause: "a cache, a firewall or a rule by method treats HEAD differently",
  },
  preflight: {
    subject: "preflight",
    symptom: "a preflight is not allowed what it asks for",
    cause: "the proxy answers OPTIONS by itself, or makes a GET of it",
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
    symptom: "/api/notice is not the notice's document, so open pages learn of no change",
    cause: "a rule for some paths sends /api/ to the app",
  },
  version: {
    subject: "store",
    symptom: "visitors see another notice than the one in this machine's store",
    cause:
      "the Backsoon that answers has another store: another `DATABASE`, or another machine; a Worker was not deployed again",
  },
  script: {
    subject: "script",
    symptom: "the page's script cannot be loaded as it is, so the page does not update itself",
    cause: "a location for /assets/ or *.js sends it to the app, or looks for files",
  },
  body: {
    subject: "page",
    symptom: "the page is not the one that Backsoon sends",
    cause: "a proxy or CDN changes pages, such as by `sub_filter` or analytics",
  },
  policy: {
    subject: "policy",
    symptom: "the page's `Content-Security-Policy` is missing, or does not allow the page's own styles",
    cause: "the proxy sets the app's policy on every reply",
  },
  kept: {
    subject: "kept",
    symptom: "something keeps the notice, and shows it after the app is back",
    cause: "a cache or CDN ignores `no-store`",
  },
  post: {
    subject: "POST of 1 KB",
    symptom: "a POST of 1 KB does not get the notice",
    cause: "a firewall or a rule by method refuses POST, or the proxy serves a file for it",
  },
  upload: {
    subject: "POST of 3 MB",
    symptom: "a POST of 3 MB does not get the notice",
    cause: "the proxy limits uploads, nginx to 1 MB by default: raise that if your app takes more",
  },
  staffLink: {
    subject: "staff link",
    symptom: "the link for staff does not set the cookie as it should",
    cause: "the proxy has no lines for staff, or those of another secret",
  },
  staffCookie: {
    subject: "staff cookie",
    symptom: "the cookie for staff does not lead to the app",
    cause: "the app does not run, or the proxy has the lines of another secret",
  },
  staffWrong: {
    subject: "staff secrets",
    symptom: "a wrong secret leads past the notice",
    cause: "the proxy compares without regard to case, or finds the secret in a longer one",
  },
} satisfies Record<string, Symptom>;

export type SymptomName = keyof typeof symptoms;

/** A line of what visitors see and, where that is wrong, why it may be so. */
export interface SeenResult extends DiagnosticResult {
  symptom?: SymptomName;
  cause?: string;
  /** The section that has every cause, and how to fix each. */
  more?: string;
}

/** Something that is wrong: its symptom, what was seen, and the likely cause. */
export function wrong(name: SymptomName, seen: string): SeenResult {
  const { subject, symptom, cause } = symptoms[name];
  const more = `docs/troubleshooting.md#${subject.toLowerCase().replace(/\W+/g, "-")}`;
  return { ...failure(subject, `${symptom} (${seen})`), symptom: name, cause, more };
}

/** What came, in a few words that are safe in a terminal. */
export function inWords(outcome: SeenReply | NoReply): string {
  if (!isReply(outcome)) return `no reply: ${shorten(outcome.noReply, 200)}`;
  const { status, bodyFault } = outcome;
  const type = header(outcome, "Content-Type");
  const fault = bodyFault && `, whose body cannot be read: ${bodyFault}`;
  return `${status}${type === undefined ? "" : `, ${showValue(type)}`}${fault ?? ""}`;
}
