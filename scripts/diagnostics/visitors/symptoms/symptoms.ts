import {
  type Cause,
  interceptedErrors,
  type KnownCause,
  otherBacksoon,
  overriddenErrors,
  pages,
  recipes,
  rewrittenHeaders,
  type Symptom,
  storedReply,
  traefikErrors,
} from "./causes.ts";
import { staffSymptoms } from "./staff.ts";

/** What can be seen from outside to be wrong, the causes that are known, and what mends each. */
export const symptoms = {
  unreachable: {
    subject: "visitors",
    symptom: "nothing answers",
    causes: [
      {
        cause: "the name, the port, the certificate or a firewall: visitors may see the same",
        mend: "see that the proxy runs, and that `curl -v` gets as far as a reply; a certificate authority of your own is named in `NODE_EXTRA_CA_CERTS`",
      },
    ],
  },
  replaced: {
    subject: "visitors",
    symptom: "an error that is not the notice",
    causes: [
      {
        cause: "the proxy cannot reach Backsoon, and says so with a page of its own",
        mend: "`systemctl status backsoon`, and the same address and port in the proxy as in `HOST` and `PORT`",
      },
      {
        cause: "the app answers by itself, with an error of its own",
        mend: "stop the app, or switch visitors to the notice at the proxy",
      },
      ...pages,
    ],
  },
  partly: {
    subject: "visitors",
    symptom: "the notice at /api/notice, but not at this URL",
    causes: [
      {
        cause:
          "only what writes, one path or one host is with the notice, on purpose, and this URL is with the app",
        mend: "nothing, if it is the app that answers here; of one path or one host ask for a URL that is with the notice",
      },
      {
        cause:
          "a page of the proxy's own in the place of the notice, such as by `error_page 503 =200 …`, or an `ErrorDocument` that redirects",
        mend: "no page of its own for the 503 of an upstream",
      },
    ],
  },
  status: {
    subject: "status",
    symptom: "the notice with another status than 503",
    causes: [
      {
        of: "nginx",
        cause: "`error_page 502 503 =200 …`, so that search engines take the notice for the page",
        mend: "no `error_page`; Backsoon as a backup of the app's `upstream`",
        recipe: recipes.nginx,
      },
      traefikErrors,
      {
        cause: "a CDN or proxy that sets the status of its error pages",
        mend: "pass the reply of the upstream on as it is",
      },
    ],
  },
  retryAfter: {
    subject: "Retry-After",
    symptom: "the notice without `Retry-After`, or with one that is no number of seconds",
    causes: [
      {
        of: "nginx",
        cause: "`add_header Retry-After` without `always`, in the place of ours: a 503 goes without it",
        mend: "neither `add_header` nor `proxy_hide_header` of it: Backsoon sends its own",
      },
      rewrittenHeaders,
    ],
  },
  noStore: {
    subject: "Cache-Control",
    symptom: "the notice without `Cache-Control: no-store`",
    causes: [rewrittenHeaders],
  },
  marker: {
    subject: "marker",
    symptom: "the notice without the header `Maintenance-Notice`",
    causes: [
      {
        cause:
          "a proxy, CDN or firewall that passes on only the headers that it knows, so that open pages cannot tell the notice from the app",
        mend: "let `Maintenance-Notice` through",
      },
      rewrittenHeaders,
    ],
  },
  head: {
    subject: "HEAD",
    symptom: "HEAD is not answered as GET is",
    causes: [
      {
        cause: "a cache, a firewall or a rule by method that treats HEAD in a way of its own",
        mend: "send every method to Backsoon",
      },
    ],
  },
  preflight: {
    subject: "preflight",
    symptom: "a preflight is not allowed what it asks for",
    causes: [
      {
        of: "Caddy",
        cause: "`method GET` in `handle_errors`, which makes a GET of a preflight, too",
        mend: "a route of its own for it",
        recipe: recipes.caddyPreflight,
      },
      {
        cause: "a proxy that answers OPTIONS by itself, or does not let it through",
        mend: "send every method to Backsoon",
      },
      rewrittenHeaders,
      traefikErrors,
    ],
  },
  format: {
    subject: "JSON",
    symptom: "who asks for JSON does not get the problem detail",
    causes: [
      {
        cause: "a proxy that removes `Accept` from the request, or asks for one path whatever was asked for",
        mend: "pass the request on as it is",
      },
      storedReply,
    ],
  },
  language: {
    subject: "language",
    symptom: "who asks for another language does not get it",
    causes: [
      {
        cause: "a proxy that removes `Accept-Language` from the request or `Content-Language` from the reply",
        mend: "pass both on as they are",
      },
      storedReply,
    ],
  },
  document: {
    subject: "document",
    symptom: "/api/notice is not the notice's document, so that open pages learn of no change",
    causes: [
      {
        cause: "a rule for some paths that sends /api/ to the app, or to nobody",
        mend: "send every path to Backsoon while the app is away, or at least /api/notice and /assets/backsoon-",
      },
      rewrittenHeaders,
      traefikErrors,
    ],
  },
  version: {
    subject: "store",
    symptom: "visitors see another notice than the one in this machine's store",
    causes: [
      {
        cause:
          "the Backsoon that answers has another store: another `DATABASE`, another machine, or a node that lags",
        mend: "for a database, the command `nodes` says what each shows; for files make the change at each of them",
      },
      storedReply,
    ],
  },
  script: {
    subject: "script",
    symptom: "the page's script cannot be loaded as it is, so that the page learns of nothing",
    causes: [
      {
        cause: "a location for /assets/ or *.js that sends them to the app, or looks for files",
        mend: "send every path to Backsoon while the app is away, or at least /api/notice and /assets/backsoon-",
      },
      {
        cause:
          "two Backsoons of different versions behind one address: a page of one names a script that the other does not have",
        mend: "the same version of both",
      },
      {
        cause: "a CDN that makes scripts smaller or puts its own into them",
        mend: "turn that off for /assets/backsoon-",
      },
      traefikErrors,
    ],
  },
  body: {
    subject: "page",
    symptom: "the page is not the one that Backsoon sends",
    causes: [
      {
        cause:
          "a proxy or CDN that changes pages: `sub_filter`, `mod_substitute`, mod_pagespeed, e-mail obfuscation, analytics",
        mend: "turn it off where Backsoon answers",
      },
      otherBacksoon,
    ],
  },
  policy: {
    subject: "policy",
    symptom: "the page's `Content-Security-Policy` is missing, or does not allow the page's own styles",
    causes: [
      {
        cause: "a policy of the app's that the proxy sets for every reply",
        mend: "let the app set it, or set it only where the app answers",
      },
      rewrittenHeaders,
    ],
  },
  kept: {
    subject: "kept",
    symptom: "something keeps the notice, and shows it after the app is back",
    causes: [storedReply],
  },
  post: {
    subject: "POST of 1 KB",
    symptom: "a POST does not get the notice",
    causes: [
      interceptedErrors,
      overriddenErrors,
      {
        of: "Caddy",
        cause: "a request whose body Caddy has spent is sent on a second time",
        mend: "`method GET` in `handle_errors`",
        recipe: recipes.caddyMethod,
      },
      {
        cause: "a firewall or a rule by method that refuses POST",
        mend: "send every method to Backsoon",
      },
    ],
  },
  upload: {
    subject: "POST of 3 MB",
    symptom: "a POST of 3 MB does not get the notice",
    causes: [
      {
        of: "nginx",
        cause: "uploads are limited to 1 MB by default, and nginx answers larger ones with 413",
        mend: "what your app takes",
        recipe: recipes.nginxUploads,
      },
      {
        of: "Caddy",
        cause: "a request whose body Caddy has spent is sent on a second time",
        mend: "`method GET` in `handle_errors`",
        recipe: recipes.caddyMethod,
      },
      {
        cause:
          "a limit of another proxy, CDN or firewall in front (`LimitRequestBody`, `request_body`, a plan's maximum)",
        mend: "the limit that your app needs",
      },
    ],
  },
  ...staffSymptoms,
} satisfies Record<string, Symptom>;

export type SymptomName = keyof typeof symptoms;

/** How a `Server` header begins, of the proxies that send one. */
const servers = { nginx: /^(?:nginx|openresty)/i, Apache: /^apache/i, Caddy: /^caddy/i };

/**
 * The causes of a symptom that fit a reply with this `Server` header: where the proxy says who it is, those of no other
 * one, and where nobody does, those of none that would. Without a reply nothing is known of that.
 */
export function causesOf(name: SymptomName, reply?: { server: string | undefined }): Cause[] {
  const senders = Object.entries(servers);
  const named = senders.find(([, pattern]) => pattern.test(reply?.server ?? ""))?.[0];
  const fits = (of: KnownCause["of"]): boolean => {
    if (of === undefined || !reply) return true;
    if (named !== undefined) return of === named;
    return reply.server !== undefined || !senders.some(([proxy]) => proxy === of);
  };
  const { causes }: Symptom = symptoms[name];
  return causes.filter(({ of }) => fits(of)).map(({ of: _, ...cause }) => cause);
}
