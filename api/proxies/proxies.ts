import { apache } from "./apache/apache.ts";
import { caddy } from "./caddy/caddy.ts";
import { haproxy } from "./haproxy/haproxy.ts";
import { nginx } from "./nginx/nginx.ts";

/** The proxies that have a recipe. */
export const proxies = { nginx, haproxy, caddy, apache };

export type ProxyName = keyof typeof proxies;
