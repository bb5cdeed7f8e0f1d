import { readFileSync } from "node:fs";
import { steps, switched, tryCompose } from "./support/compose.ts";

const field = readFileSync("docs/deploy/compose/nginx-proxy-manager.conf", "utf8");

/** A proxy host as Nginx Proxy Manager writes it: its own `location` follows the text of the field "Advanced". */
const managed = `events {}
http {
  access_log off;
  resolver 127.0.0.11 valid=10s;
  server {
    set $forward_scheme http;
    set $server "app";
    set $port 3000;
    listen 8000;
    ${field}
    location / {
      add_header X-Served-By $host;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-Scheme $scheme;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Real-IP $remote_addr;
      proxy_pass $forward_scheme://$server:$port$request_uri;
    }
  }
}
`;

tryCompose("The text for Nginx Proxy Manager", {
  port: 8003,
  files: { "compose/nginx.conf": managed },
  steps: [...steps, ...switched],
});
