import { nginx } from "./nginx/nginx.ts";

/** The proxies that have a recipe. */
export const proxies = { nginx };

export type ProxyName = keyof typeof proxies;
