import type { Page } from "playwright-core";
import { expect } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { openPage } from "../../../support/browser/browser.ts";
import { notice } from "../../../support/command/command.ts";
import { listenHere, withoutTls } from "../../../support/network/servers.ts";
import { patient } from "../../../support/patient.ts";
import type { ProxyName } from "../../../support/setup/programs.ts";
import { staffSecrets } from "../support/configuration.ts";
import { type Case, played, type Stage } from "../support/stage.ts";
import { ownNginx } from "./nginx.ts";

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

/** An app whose links with a token count once, even for HEAD, and whose service worker keeps what it has seen. */
async function makeShop() {
  const port = await freePort();
  /** The requests with a token. */
  const received: string[] = [];
  const { server } = await withoutTls(({ method, url = "" }, response) => {
    const isWorker = url === "/sw.js";
    const isUsed = received.some((entry) => entry.endsWith(` ${url}`));
    if (url.includes("token=")) received.push(`${method} ${url}`);
    response
      .writeHead(isUsed ? 410 : 200, { "Content-Type": isWorker ? "text/javascript" : "text/html" })
      .end(isWorker ? worker : isUsed ? "<title>out</title>" : page);
  });
  const start = () => listenHere({ server, protocol: "http" }, port);
  const stop = () => void server.close().closeAllConnections();
  return { address: `127.0.0.1:${port}`, received, start, stop };
}

/** Has a proxy take `/pre` off on the way to the shop, and give `/api/` to another app. */
const withPaths: Record<ProxyName, (configuration: string, other: string) => string> = {
  nginx: (text, other) =>
    text
      .replace("location / {", `location /api/ { proxy_pass http://${other}; } $&`)
      .replace("proxy_pass http://app;", "rewrite ^/pre/(.*)$ /$1 break; $&"),
  apache2: (text, other) =>
    text.replace(
      'ProxyPass "/"',
      `ProxyPass "/api/" "http://${other}/api/"\nProxyPass "/pre/" "balancer://app/" nocanon\n$&`,
    ),
  haproxy: (text, other) =>
    text
      .replace("default_backend app", "use_backend other if { path_beg /api/ }\n$&")
      .replace(
        "\nbackend app\n",
        `\nbackend other\n    server other ${other}\n$&    http-request replace-path /pre/(.*) /\\1\n`,
      ),
  caddy: (text, other) =>
    text.replace(
      ":8000 {\n",
      `$&    handle /api/* {\n        reverse_proxy ${other}\n    }\n    uri /pre/* strip_prefix /pre\n`,
    ),
};

/** Changes the title of the notice, and waits until each page shows it. */
async function expectNews({ backsoon }: Stage, pages: { page: Page }[], title: string) {
  await notice(backsoon.env, ["set", "--title", title]);
  for (const { page } of pages)
    await expect.poll(() => page.locator("h1").innerText().catch(String), patient).toBe(title);
}

/** The title of the shop's page, once a page has returned to it. */
async function titleOfApp(page: Page): Promise<string> {
  await expect.poll(() => page.title().catch(String), patient).toMatch(/^(?:in|out)$/);
  return page.title();
}

/** What becomes of open pages, wherever their path leads. */
export const openPageCases: Case[] = [
  played(
    "open pages of staff and of visitors",
    { "staff's link": "The app", "visitor's page meanwhile": "Under Maintenance", back: "app" },
    async ({ start, app, backsoon, turn, refused, count }) => {
      const { file, link } = await staffSecrets();
      const url = await start(["--switch", "--staff", file]);
      await turn("on");
      const cart = `${url}/cart?id=1#total`;
      const [staffs, visitors] = await Promise.all([openPage(cart), openPage(cart)]);
      const tab = await staffs.page.context().newPage();
      await tab.goto(`${url}/.backsoon/staff/${link}`);
      count("staff's link", await tab.title());
      await expect.poll(() => staffs.page.title(), patient).toBe("The app");
      await notice(backsoon.env, ["set", "--message", "Ten more minutes."]);
      const message = visitors.page.locator(".message");
      await expect.poll(() => message.innerText(), patient).toBe("Ten more minutes.");
      await app.kill();
      await turn("off");
      await refused();
      const polls = () => visitors.requests.filter((path) => path === "/cart/backsoon-notice").length;
      const before = polls();
      await expect.poll(polls, patient).toBeGreaterThan(before + 2);
      count("visitor's page meanwhile", await visitors.page.title());
      await app.start();
      await expect.poll(() => visitors.page.title(), patient).toBe("The app");
      for (const { page } of [staffs, visitors]) count("back", page.url() === cart ? "app" : page.url());
      // The app has no notice.
      expect(visitors.unexpected().filter((text) => !/ 404 /.test(text))).toEqual([]);
    },
  ),
  played(
    "open pages beside another app, behind a prefix, with a link that counts once, and with an old service worker",
    { back: "in", links: "GET /cart?token=abc, GET /sign-in?token=abc" },
    async (stage) => {
      const { proxy, start, count, refused } = stage;
      const shop = await makeShop();
      const beside = await listenHere((_request, response) => response.end("<title>other</title>"));
      const { host: other } = new URL(beside);
      const edit = (configuration: string) => withPaths[proxy](configuration, other);
      const url = await start([], { apps: [shop.address], edit });
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

      const { page } = pages.at(-1) ?? expect.fail();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
      await page.evaluate(() => fetch("/backsoon-notice").then(() => {}));
      shop.stop();
      await refused();
      await expect.poll(async () => (await page.goto(`${url}/`))?.status(), patient).toBe(503);
      await expectNews(stage, [{ page }], "Second");
      await expectNews(stage, [{ page }], "Third");
      await shop.start();
      count("back", await titleOfApp(page));
    },
  ),
  {
    name: "own nginx: open pages where only .php goes to the app",
    proxies: ["nginx"],
    play: async (stage) => {
      const { start, count } = stage;
      const shop = await makeShop();
      const own = ownNginx({ locations: "location ~ \\.php$ { HERE }" });
      // Debian's configuration has this line.
      const edit = (configuration: string) =>
        configuration.replace(/location \/ \{[^}]*\}/, "location / { try_files $uri $uri/ =404; }");
      const url = await start(["--switch"], { apps: [shop.address], own, edit });
      const opened = await openPage(`${url}/index.php?token=abc`);
      const polls = () => opened.requests.filter((path) => path === "/index.php/backsoon-notice").length;
      await expect.poll(polls, patient).toBeGreaterThan(4);
      count("meanwhile", await opened.page.title());
      await expectNews(stage, [opened], "Changed");
      await shop.start();
      count("back", await titleOfApp(opened.page));
      count("links", shop.received.join(", "));
    },
    must: { meanwhile: /^(?!in|out|We're back)/, back: "in", links: "GET /index.php?token=abc" },
  },
];
