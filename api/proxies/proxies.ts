import { caddy } from "./caddy/caddy.ts";
import { nginx } from "./nginx/nginx.ts";

/** The proxies that have a recipe. */
export const proxies = { nginx, caddy };

export type ProxyName = keyof typeof proxies;
