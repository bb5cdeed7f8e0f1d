import { createServer, type Server } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import type { Locale } from "../../../web/render.tsx";
import { hasAsked, sharedBrowser, still } from "../../support/browser/browser.ts";
import { wake } from "../../support/browser/events.ts";
import { withClock } from "../../support/browser/page-time.ts";
import { poll } from "../../support/browser/polls.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startEcho } from "../../support/network/echo.ts";
import { healthyApp } from "../../support/network/front.ts";
import { asking } from "../../support/network/http.ts";
import { listenHere } from "../../support/network/servers.ts";
import { patient } from "../../support/patient.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { expectLive, languageOf, languages, pageSettings } from "./support/pages.ts";
import { exportHere, exportTo, serveExport, servers, turn } from "./support/serving.ts";

interface App {
  port: number;
  /** Listens at the port, where nobody does before. */
  start(): Promise<void>;
  /** Listens no more, and ends every connection. */
  stop(): void;
}

async function makeApp(): Promise<App> {
  const port = await freePort();
  let server: Server | undefined;
  const start = async () => {
    server = createServer(healthyApp);
    await listenHere({ server, protocol: "http" }, port);
  };
  const stop = () => {
    server?.close();
    server?.closeAllConnections();
  };
  return { port, start, stop };
}

/** An export whose titles are in the languages of the pages, and what publishes others there. */
async function install(title: string) {
  const { env } = await serveHere(pageSettings);
  const folder = join(temporaryFolder(), "export");
  const publish = async (title: string) => {
    const { en, ...translations } = Object.fromEntries(
      languages.map(([tag]) => [tag, { title: titleIn(tag, title) }]),
    );
    const words = { isEnabled: true, ...en, contactEmail: "a@b.example", language: "en" };
    const stdin = JSON.stringify({ ...words, translations });
    expect(await notice(env, ["apply", "-"], { stdin })).toMatchObject({ code: 0 });
    await exportTo(env, folder);
  };
  await publish(title);
  return { folder, publish };
}

const titleIn = (tag: string, title: string): string => `${title} (${tag})`;

interface Visitor {
  page: Page;
  locale: Locale;
  /** How often an address was loaded. */
  loads(): number;
}

/** Opens the app in a language, in a window whose time stands still. */
async function openApp(url: string, locale: Locale): Promise<Visitor> {
  const context = await (await sharedBrowser()).newContext({ locale: locale.tag, ...still });
  onTestFinished(() => context.close());
  await withClock.prepare?.(context);
  const page = await context.newPage();
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  // Chromium reports every reply that is an error on its console; anything else is ours.
  onTestFinished(() =>
    expect(said.filter((text) => !/^Failed to load resource: .* (?:404|503) /.test(text))).toEqual([]),
  );
  await page.goto(url);
  expect(await page.title()).toBe("The app");
  await page.clock.pauseAt(Date.now() + 60_000);
  return { page, locale, loads: () => loads };
}

/** Loads the page anew, and expects the notice from files in the visitor's language. */
async function expectNotice({ page, locale }: Visitor, title: string): Promise<void> {
  const reply = await page.reload();
  expect([reply?.status(), reply?.headers()["maintenance-notice"]]).toEqual([503, "export"]);
  expect(await page.locator("h1").innerText()).toBe(titleIn(locale.tag, title));
  expect(await languageOf(page)).toEqual([locale.tag, locale.direction]);
  await hasAsked(page);
  await expectLive(page, locale);
}

/** That the page becomes the app at its address. */
async function expectApp({ page }: Visitor, url: string): Promise<void> {
  await page.clock.resume();
  await wake(page);
  await expect.poll(() => page.title(), patient).toBe("The app");
  expect(page.url()).toBe(url);
}

describe.each(servers)("an app that ends behind %s", (server) => {
  const begin = async () => {
    const { folder } = await exportHere();
    const app = await startEcho("app", 200);
    const ask = asking(await serveExport(server, { folder, app: app.port }));
    const begun = ["GET", "POST"].map((method) => ask({ method, url: "/slow" }));
    const slow = () => app.received.filter(({ path }) => path === "/slow").length;
    await expect.poll(slow, patient).toBe(begun.length);
    return { app, ask, replies: () => Promise.all(begun) };
  };

  it("finishes what it has, if it ends in order", async () => {
    const { app, ask, replies } = await begin();
    app.endInOrder();
    await expect.poll(async () => (await ask({})).headers["maintenance-notice"], patient).toBe("export");
    app.release();
    expect((await replies()).map(({ body }) => body)).toEqual(["app", "app"]);
  });

  it("leaves the notice to those whom it has not answered, if it dies", async () => {
    const { app, replies } = await begin();
    app.stop();
    const outcomes = (await replies()).map(({ statusCode, headers }) => [
      statusCode,
      headers["maintenance-notice"],
    ]);
    expect(outcomes).toEqual(Array(2).fill([503, "export"]));
  });
});

describe.each(servers)("visitors in three languages behind %s", (server) => {
  it("go from the app to the files and back, over a change, and once more by the switch", async () => {
    const { folder, publish } = await install("Before");
    const app = await makeApp();
    await app.start();
    const flags = temporaryFolder();
    const url = await serveExport(server, { folder, app: app.port, flags });
    const address = `${url}/orders?page=2#last`;
    const visitors = await Promise.all(languages.map(([, locale]) => openApp(address, locale)));
    const each = (work: (visitor: Visitor) => Promise<void>) => Promise.all(visitors.map(work));
    const ask = asking(url);
    const title = async () => (await ask({ url: "/api/notice" })).json().title;

    app.stop();
    await each((visitor) => expectNotice(visitor, "Before"));
    const loads = visitors.map((visitor) => visitor.loads());
    await publish("After");
    await each(async ({ page, locale }) => expect(await poll(page, 0)).toBe(titleIn(locale.tag, "After")));
    expect(visitors.map((visitor) => visitor.loads())).toEqual(loads);
    expect(await title()).toBe(titleIn("en", "After"));

    await app.start();
    await expect.poll(async () => (await ask({})).statusCode, patient).toBe(200);
    await each((visitor) => expectApp(visitor, address));
    // By this pages know the app that have come from elsewhere.
    expect((await ask({ url: "/api/notice" })).statusCode).toBe(404);

    // A page that has returned lets a while pass before it does so again.
    await each(({ page }) => page.clock.fastForward(60_000));
    turn(flags, "on");
    await each((visitor) => expectNotice(visitor, "After"));
    turn(flags, "off");
    await each((visitor) => expectApp(visitor, address));
  });
});
