import { caddyConfiguration } from "./caddy.ts";
import { nginxConfiguration } from "./nginx.ts";
import type { ConfigurationOptions } from "./options.ts";

/** What a folder may be called to stand in every web server's words as it is. */
export const plainPath = /^[\w/.@+-]+$/;

/** Makes the configuration of each web server that serves an export. */
export const configurations = {
  nginx: nginxConfiguration,
  caddy: caddyConfiguration,
} satisfies Record<string, (options: ConfigurationOptions) => string>;
