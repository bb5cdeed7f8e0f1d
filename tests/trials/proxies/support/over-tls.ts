import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";
import { temporaryFolder } from "../../../support/folder.ts";
import type { ProxyName } from "../../../support/setup/proxies.ts";

const apacheModules = ["ssl", "http2"]
  .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`)
  .join("");

/** What each recipe has for visitors, and what takes its place for those who come over TLS and HTTP/2. */
const places: Record<ProxyName, [found: string, taken: (file: string) => string]> = {
  nginx: [
    "listen 8000;",
    (file) => `listen 8000 ssl http2; ssl_certificate ${file}; ssl_certificate_key ${file};
      client_body_timeout 600s; proxy_send_timeout 600s; proxy_read_timeout 600s;`,
  ],
  haproxy: ["bind :8000", (file) => `bind :8000 ssl crt ${file} alpn h2,http/1.1`],
  caddy: ["\n:8000 {", (file) => `\n:8000 {\n\ttls ${file} ${file}`],
  apache2: [
    "<VirtualHost *:8000>",
    // A process all of whose threads are busy closes the connections that are kept: by itself it has 25. And five seconds
    // are too few for who keeps one on a busy machine.
    (file) => `${apacheModules}ServerLimit 1
StartServers 1
ThreadLimit 500
ThreadsPerChild 500
MaxRequestWorkers 500
MaxSpareThreads 500
KeepAliveTimeout 60
Timeout 600
<VirtualHost *:8000>
SSLEngine on
SSLCertificateFile ${file}
SSLCertificateKeyFile ${file}
Protocols h2 http/1.1
`,
  ],
};

/** How long the recipes wait for the app or for a visitor, which on a busy machine may be slow without being stuck. */
const waits = /(timeout (?:client|server)|proxy_read_timeout|response_header_timeout) \d+s/g;

/** What makes of a recipe one whose visitors come over TLS and, if they like, HTTP/2, and are waited for. */
export async function overTls(proxy: ProxyName): Promise<(recipe: string) => string> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
  const file = join(temporaryFolder(), "certificate.pem");
  writeFileSync(file, `${cert}\n${key}\n`);
  const [found, taken] = places[proxy];
  return (recipe) => {
    if (!recipe.includes(found)) throw new Error(`The recipe of ${proxy} has no ${found}`);
    return recipe.replace(waits, "$1 600s").replace(found, () => taken(file));
  };
}
