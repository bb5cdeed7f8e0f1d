import { apache } from "./apache/apache.ts";
import { caddy } from "./caddy/caddy.ts";
import { haproxy } from "./haproxy/haproxy.ts";
import { nginx } from "./nginx/nginx.ts";

/** The proxies that have a recipe. */
export const proxies = { nginx, haproxy, caddy, apache };

export type ProxyName = keyof typeof proxies;

/** The files in `docs/deploy` that the build writes: a whole configuration each. */
export const documented: Record<ProxyName, string> = {
  nginx: "nginx.conf",
  haproxy: "haproxy.cfg",
  caddy: "Caddyfile",
  apache: "apache.conf",
};
