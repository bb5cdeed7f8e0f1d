import { freePort } from "../../../../scripts/bench/harness/free-port.ts";
import { startProxy } from "../../../support/network/proxy.ts";
import type { ProxyName } from "../../../support/setup/proxies.ts";

const nginx = (http: string, location: string) => `
  events {}
  http {
    access_log off;
    client_max_body_size 0;
    ${http}
    server { listen 8000; location / { ${location} } }
  }`;

/** What can stand before a service without anything else behind it; `undefined` is nothing at all. */
const fronts = {
  direct: undefined,
  // As nginx does it if it is not told otherwise.
  "nginx, HTTP/1.0 and close": ["nginx", nginx("", "proxy_pass http://127.0.0.1:8080;")],
  "nginx, keep-alive": [
    "nginx",
    nginx(
      "upstream service { server 127.0.0.1:8080 max_fails=0; keepalive 32; }",
      'proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";',
    ),
  ],
  "HAProxy, httpclose": ["haproxy", haproxy("option httpclose")],
  "HAProxy, keep-alive": ["haproxy", haproxy("option http-keep-alive")],
  // By itself Caddy reads 4 KiB of a reply, and of one that comes before the end of an upload gives no more than that
  // when it gives up on the upload meanwhile: our recipe has it read the whole.
  Caddy: [
    "caddy",
    `{
      admin off
      auto_https off
    }
    :8000 {
      reverse_proxy 127.0.0.1:8080 {
        transport http {
          read_buffer 64KiB
          compression off
        }
      }
    }`,
  ],
} satisfies Record<string, [ProxyName, string] | undefined>;

export type FrontName = keyof typeof fronts;

function haproxy(option: string): string {
  const timeouts = ["connect", "client", "server"].map((which) => `  timeout ${which} 30s`);
  const ends = ["listen visitors", "  bind :8000", "  server service 127.0.0.1:8080"];
  return ["defaults", "  mode http", `  ${option}`, ...timeouts, ...ends, ""].join("\n");
}

/** Starts a front before a service; gives the URL for visitors. */
export async function startPlainFront(name: FrontName, service: string): Promise<string> {
  const front = fronts[name];
  if (!front) return service;
  const [proxy, configuration] = front;
  return startProxy(proxy, configuration, {
    "8080": Number(new URL(service).port),
    "8000": await freePort(),
  });
}
