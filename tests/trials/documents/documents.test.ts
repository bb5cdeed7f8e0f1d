import { readFileSync } from "node:fs";
import { it } from "vitest";
import { app, blocksOf, checked, follow, left, quiet, service } from "./support/following.ts";

const startsApp = `node -e 'require("http")`;
const published = /is published/;

it("docs/getting-started.md leads from a clone to a tested notice", () =>
  follow("docs/getting-started.md", [
    ...left(
      "The trial of containers does this.",
      ...blocksOf("docs/getting-started.md").filter((block) => /^docker|npm run package$/m.test(block)),
    ),
    ["npm ci && npm start", service],
    ["npx notice set", /^Revision 2 is published/m],
    ["curl -s -H 'Accept: application/json'", /"status":503.*"detail":"Back at nine\."/],
    [startsApp, app],
    ["npx notice proxy nginx --whole", quiet],
    ["sudo nginx", quiet],
    ["curl -i", /^HTTP\/1.1 200 .*\nthe app$/ms],
    ["curl -I", /^HTTP\/1.1 503 .*^Maintenance-Notice: 2\r$.*^Retry-After: /ims, "ctrl_c"],
    ["curl -s -o /dev/null -w", /^503$/m],
    [startsApp, app],
    ["sudo install -d", quiet],
    ["npx notice on", /^Visitors see the notice at /m],
    ["npx notice check --from", checked],
    ["npx notice off", /^The app answers at /m],
    ["curl -s http", /^the app\n$/],
    ["sudo nginx", /signal process started\n$/],
    ["rm try-nginx.conf", quiet],
  ]));

/** Starts Backsoon, a shop, and nginx with the lines that README.md says to paste. */
const [, lines = ""] = /```nginx\n(.*?)```/s.exec(readFileSync("README.md", "utf8")) ?? [];
const [inServer, inLocation] = lines.split("\n\n");
const shop = `
  openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=shop.example -addext subjectAltName=DNS:shop.example -keyout /etc/shop.key -out /etc/shop.pem
  export NODE_EXTRA_CA_CERTS=/etc/shop.pem
  cat > /etc/nginx/conf.d/shop.conf <<'END'
  server {
    listen 443 ssl;
    server_name shop.example;
    ssl_certificate /etc/shop.pem;
    ssl_certificate_key /etc/shop.key;
    client_max_body_size 10m;
    ${inServer}
    location / {
      ${inLocation}
      proxy_pass http://127.0.0.1:3000;
    }
  }
END
  echo 'npm start' > ../service.sh
  stays service ${service}
  cat > ../app.sh <<'END'
  ${blocksOf("docs/getting-started.md").find((block) => block.startsWith(startsApp))}
END
  stays app ${app}
  notice proxy nginx --switch --out /etc/nginx/backsoon
  nginx
  install -d -m 755 /etc/backsoon/switch`;

it("README.md puts Backsoon behind nginx and leads through a maintenance", () =>
  follow(
    "README.md",
    [
      ...left("The shop's Backsoon runs already.", "npm ci && npm start"),
      ...left("The trials begin in this way.", "npm ci && npm test"),
      ["sudo notice proxy nginx", /^include .*server\.conf;/m],
      ["notice set --contact-email", published],
      ["notice on", /^Visitors see the notice at /m],
      ["notice off", /^The app answers at .*is published/ms],
    ],
    { first: shop },
  ));

it("docs/maintenance.md starts, extends and ends a maintenance behind nginx and HAProxy, with access for staff", () =>
  follow(
    "docs/maintenance.md",
    [
      ["sudo install -d", quiet],
      ["notice on", /^The switch is on\./m],
      ["notice check --from", checked],
      ["notice set --expected-return", published],
      ["notice off", published],
      ...left("There are no other balancers.", "for host in"),
      ["sudo touch", quiet],
      ["sudo rm", quiet],
      ...left("systemd does not run here.", "sudo systemd-run"),
      ["ss -Htni", /^/],
      ["notice bypass", /https:\/\/shop\.example\/\.backsoon\/staff\//],
      ["sudo notice proxy nginx", /^include .*server\.conf;/m],
      ["notice check --from", checked, "nginx -s reload; touch /etc/backsoon/switch/on"],
      ["echo notice off", /^notice off$/m],
      [
        "echo notice on",
        /^notice on\n\n$/,
        "notice proxy haproxy --whole --switch > haproxy.cfg; haproxy -D -f haproxy.cfg",
      ],
    ],
    { first: shop, last: "curl -sI http://127.0.0.1:8000 | grep 'HTTP/1.1 503'" },
  ));

it("docs/commands.md changes the text and checks it from outside", () =>
  follow(
    "docs/commands.md",
    [
      ["notice set --message", published],
      ["notice check --from", checked, "touch /etc/backsoon/switch/on"],
    ],
    { first: shop },
  ));
