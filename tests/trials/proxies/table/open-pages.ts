import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { launchBrowser, still } from "../../../support/browser/browser.ts";
import { notice } from "../../../support/command/command.ts";
import { listenHere } from "../../../support/network/servers.ts";
import { patient } from "../../../support/patient.ts";
import type { ProxyName } from "../../../support/setup/proxies.ts";
import type { Case, Stage } from "../support/stage.ts";
import { ownNginx } from "./nginx.ts";

const openPage = launchBrowser(still);

/** An app whose links with a token count once, for GET and HEAD alike, and whose service worker keeps what it has seen. */
interface Shop {
  port: number;
  /** What arrived with a token, as `GET /path`. */
  received: string[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

const worker = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") return;
  event.respondWith((async () => {
    const cache = await caches.open("all");
    const kept = await cache.match(event.request);
    if (kept) return kept;
    const reply = await fetch(event.request);
    await cache.put(event.request, reply.clone());
    return reply;
  })());
});`;
const page = `<title>in</title><script>navigator.serviceWorker.register("/sw.js")</script>`;

async function makeShop(): Promise<Shop> {
  const port = await freePort();
  const received: string[] = [];
  let server: Server | undefined;
  return {
    port,
    received,
    async start() {
      server = createServer(({ method, url = "" }, response) => {
        const isWorker = url === "/sw.js";
        const isUsed = received.some((entry) => entry.endsWith(` ${url}`));
        if (url.includes("token=")) received.push(`${method} ${url}`);
        response
          .writeHead(isUsed ? 410 : 200, { "Content-Type": isWorker ? "text/javascript" : "text/html" })
          .end(isWorker ? worker : isUsed ? "<title>out</title>" : page);
      }).listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    async stop() {
      server?.close();
      server?.closeAllConnections();
    },
  };
}

/** The shop of the case that is tried, and the address of another app on its host, which answers everything. */
let shop: Shop;
let other: string;

const apps = async (): Promise<string[]> => {
  shop = await makeShop();
  const server = createServer((_request, response) => response.end("<title>other</title>"));
  other = new URL(await listenHere({ server, protocol: "http" })).host;
  return [`127.0.0.1:${shop.port}`];
};

/** Has a proxy take `/pre` off on the way to the shop, and give `/api/` to the other app. */
const withPaths: Record<ProxyName, (configuration: string) => string> = {
  nginx: (text) =>
    text
      .replace("location / {", `location /api/ { proxy_pass http://${other}; } $&`)
      .replace("proxy_pass http://app;", "rewrite ^/pre/(.*)$ /$1 break; $&"),
  apache2: (text) =>
    text.replace(
      'ProxyPass "/"',
      `ProxyPass "/api/" "http://${other}/api/"\nProxyPass "/pre/" "balancer://app/" nocanon\n$&`,
    ),
  haproxy: (text) =>
    text
      .replace("default_backend app", "use_backend other if { path_beg /api/ }\n$&")
      .replace(
        "\nbackend app\n",
        `\nbackend other\n    server other ${other}\n$&    http-request replace-path /pre/(.*) /\\1\n`,
      ),
  caddy: (text) =>
    text.replace(
      ":8000 {\n",
      `$&    handle /api/* {\n        reverse_proxy ${other}\n    }\n    uri /pre/* strip_prefix /pre\n`,
    ),
};

/** That a page is on the notice, and shows each new message of it. */
async function expectNews({ backsoon }: Stage, pages: Awaited<ReturnType<typeof openPage>>[], title: string) {
  await notice(backsoon.env, ["set", "--title", title]);
  for (const { page } of pages)
    await expect.poll(() => page.locator("h1").innerText().catch(String), patient).toBe(title);
}

/** The title of the shop's page, once that is there. */
async function titleOfApp(page: Page): Promise<string> {
  await expect.poll(() => page.title().catch(String), patient).toMatch(/^(?:in|out)$/);
  return page.title();
}

/** What is asked of an open page's path, and what comes back, wherever that path leads. */
export const openPageCases: Case[] = [
  {
    name: "open pages beside another app, behind a prefix, with a link that counts once, and with an old service worker",
    apps,
    edit: (configuration, proxy) => withPaths[proxy](configuration),
    play: async (stage) => {
      const { url, count, refused } = stage;
      await refused();
      expect(await (await fetch(`${url}/api/notice`)).text()).toBe("<title>other</title>");
      const paths = ["/sign-in?token=abc", "/pre/cart?token=abc", "/"];
      const pages = await Promise.all(paths.map((path) => openPage(`${url}${path}`)));
      await expectNews(stage, pages, "First");
      await shop.start();
      for (const [at, { page }] of pages.entries()) {
        count("back", await titleOfApp(page));
        expect(page.url()).toBe(`${url}${paths[at]}`);
      }
      count("links", shop.received.toSorted().join(", "));

      const kept = pages.slice(2);
      for (const { page } of kept) {
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
        await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
        await page.evaluate(() => fetch("/backsoon-notice").then(() => {}));
        await shop.stop();
        await refused();
        await expect.poll(async () => (await page.goto(`${url}/`))?.status(), patient).toBe(503);
      }
      await expectNews(stage, kept, "Second");
      await expectNews(stage, kept, "Third");
      await shop.start();
      for (const { page } of kept) {
        count("back", await titleOfApp(page));
      }
      await shop.stop();
    },
    must: { back: "in", links: "GET /cart?token=abc, GET /sign-in?token=abc" },
  },
  {
    name: "own nginx: open pages where only .php goes to the app",
    proxies: ["nginx"],
    apps,
    own: ownNginx({ locations: "location ~ \\.php$ { HERE }" }),
    // As Debian has it.
    edit: (configuration) =>
      configuration.replace(/location \/ \{[^}]*\}/, "location / { try_files $uri $uri/ =404; }"),
    options: ["--switch"],
    play: async (stage) => {
      const { url, count } = stage;
      const opened = await openPage(`${url}/index.php?token=abc`);
      const { page, requests } = opened;
      const polls = () => requests.filter((path) => path === "/index.php/backsoon-notice").length;
      await expect.poll(polls, patient).toBeGreaterThan(4);
      count("meanwhile", await page.title());
      await expectNews(stage, [opened], "Changed");
      await shop.start();
      count("back", await titleOfApp(page));
      count("links", shop.received.join(", "));
      await shop.stop();
    },
    must: { meanwhile: /^(?!in|out|We're back)/, back: "in", links: "GET /index.php?token=abc" },
  },
];
