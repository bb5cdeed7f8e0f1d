// Causes of several symptoms.

/** A cause of a symptom, and what mends it. */
export interface Cause {
  cause: string;
  mend: string;
  /** The line of a recipe in `docs/deploy/` that does so, word for word. */
  recipe?: { file: string; line: string };
}

export interface KnownCause extends Cause {
  /** The proxy whose mistake it is, as its `Server` header calls it where it sends one. */
  of?: "nginx" | "Apache" | "Caddy" | "HAProxy" | "Traefik";
}

export interface Symptom {
  /** What the line is called. */
  subject: string;
  symptom: string;
  causes: KnownCause[];
}

/** The lines of the recipes that mend several things. */
export const recipes = {
  nginx: { file: "nginx.conf", line: "server 127.0.0.1:8080 backup max_fails=0;" },
  nginxCookie: {
    file: "nginx.conf",
    line: 'if ($http_cookie ~ "(?:^|; *)backsoon_staff=STAFF_SECRET(?:;|$)") { set $behind app; }',
  },
  nginxUploads: { file: "nginx.conf", line: "client_max_body_size 128m;" },
  apache: {
    file: "apache.conf",
    line: 'BalancerMember "http://127.0.0.1:8080" status=+H retry=1 disablereuse=on',
  },
  haproxy: { file: "haproxy.cfg", line: "server backsoon 127.0.0.1:8080 backup" },
  caddy: { file: "Caddyfile", line: "import backsoon" },
  caddyMethod: { file: "Caddyfile", line: "method GET" },
  caddyPreflight: { file: "Caddyfile", line: "@preflight {" },
  traefik: { file: "traefik.yaml", line: "fallback: backsoon" },
};

export const traefikErrors: KnownCause = {
  of: "Traefik",
  cause:
    "the middleware `errors`, which keeps the app's status, answers GET alone and sends every path to one",
  mend: "a `failover` service in its place",
  recipe: recipes.traefik,
};
export const storedReply: KnownCause = {
  cause:
    "a cache or CDN that keeps replies in spite of `no-store`, such as nginx with `proxy_ignore_headers`",
  mend: "tell it to keep no 503 (CloudFront: an error caching minimum TTL of 0), and empty it",
};
export const rewrittenHeaders: KnownCause = {
  cause: "a proxy or CDN that removes headers of a reply, or sets its own in their place",
  mend: "leave the headers of a reply alone: no `proxy_hide_header`, `http-response del-header`, `Header unset` or `header_down`",
};
export const errorPage: KnownCause = {
  of: "nginx",
  cause: "`error_page` with a file or a named location: one format, one language, and 405 to every POST",
  mend: "no `error_page`; Backsoon as a backup of the app's `upstream`",
  recipe: recipes.nginx,
};
export const interceptedErrors: KnownCause = {
  of: "nginx",
  cause: "`proxy_intercept_errors on`, which puts nginx's own page in the place of the notice",
  mend: "leave it off, which is the default",
};
export const errorDocument: KnownCause = {
  of: "Apache",
  cause: "`ErrorDocument`, a page in one format and one language",
  mend: "no `ErrorDocument`; Backsoon as a hot standby of the app's `balancer://`",
  recipe: recipes.apache,
};
export const overriddenErrors: KnownCause = {
  of: "Apache",
  cause: "`ProxyErrorOverride On`, which puts Apache's own page in the place of the notice",
  mend: "leave it off, which is the default",
};
export const errorFile: KnownCause = {
  of: "HAProxy",
  cause: "`errorfile`, a text that was read at the start",
  mend: "Backsoon as a backup of the app's backend",
  recipe: recipes.haproxy,
};
export const fileServer: KnownCause = {
  of: "Caddy",
  cause: "`file_server` in `handle_errors`, a page in one format that answers POST with 405",
  mend: "`reverse_proxy` in `handle_errors`",
  recipe: recipes.caddy,
};
/** A page of the proxy's own in the place of the notice. */
export const pages = [errorPage, interceptedErrors, errorDocument, overriddenErrors, errorFile, fileServer];
export const otherBacksoon: KnownCause = {
  cause: "another Backsoon answers visitors than the one of this machine, or an older process of it",
  mend: "restart it, and give every Backsoon the same version, settings and brand",
};
