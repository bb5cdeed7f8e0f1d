import { apacheConfiguration } from "./apache.ts";
import { caddyConfiguration } from "./caddy.ts";
import { haproxyConfiguration } from "./haproxy.ts";
import { nginxConfiguration } from "./nginx.ts";
import type { ConfigurationOptions } from "./options.ts";

/** Makes the configuration of each web server, by the name of its file. */
export const configurations: Record<string, (options: ConfigurationOptions) => string> = {
  "nginx.conf": nginxConfiguration,
  Caddyfile: caddyConfiguration,
  "haproxy.cfg": haproxyConfiguration,
  "apache.conf": apacheConfiguration,
};
