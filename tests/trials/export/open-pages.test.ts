import { readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Locale, localeOf } from "../../../web/render.tsx";
import { launchBrowser, reload, sharedBrowser, still } from "../../support/browser/browser.ts";
import { wake } from "../../support/browser/events.ts";
import { withClock } from "../../support/browser/page-time.ts";
import { poll, polls } from "../../support/browser/polls.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type Front, forwardTo, type Handler, healthyApp, startFront } from "../../support/network/front.ts";
import { patient, patientWithExports } from "../../support/patient.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { exportedTitle } from "./support/exported.ts";

/** How a service is set whose open pages do nothing by themselves, and load the app at once when it is back. */
const pageSettings = { POLL_SECONDS: "3600", RETURN_SPREAD_SECONDS: "0" };

/** The languages in which pages are opened, one of them from right to left. */
const languages = ["en", "de", "ar"].map((tag) => [tag, localeOf(tag)] as const);

/** The language of a page, and its direction. */
const languageOf = (page: Page) =>
  Promise.all(["lang", "dir"].map((name) => page.locator("html").getAttribute(name)));

/** That a page is in a language, and says that it will reload by itself. */
async function expectLive(page: Page, { tag, direction, strings }: Locale): Promise<void> {
  expect(await languageOf(page)).toEqual([tag, direction]);
  expect(await page.locator(".quiet-line").innerText()).toBe(strings.leaveOpen);
}

const open = launchBrowser(still);
const types: Record<string, string> = {
  ".html": "text/html",
  ".json": "application/json",
  ".js": "text/javascript",
};

/** Answers as a web server does with an export: the notice with 503, and the document and the scripts with 200. */
const serving =
  (folder: string): Handler =>
  ({ url = "/", headers }, response) => {
    const [language = ""] = headers["accept-language"]?.split(/[-,;]/) ?? [];
    const isDocument = url.startsWith("/backsoon-notice?");
    const [status, path] = isDocument
      ? ([200, "current/notice.json"] as const)
      : url.startsWith("/assets/backsoon-")
        ? ([200, url] as const)
        : ([503, `current/pages/${language}.html`] as const);
    const file = join(folder, path);
    response
      .writeHead(status, {
        "Content-Type": types[extname(path)] ?? "",
        "Maintenance-Notice": "export",
        "Cache-Control": "no-store",
        "Content-Security-Policy": "frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
        ...(isDocument && { "Last-Modified": statSync(file).mtime.toUTCString() }),
      })
      .end(readFileSync(file));
  };

interface Installation {
  service: Service;
  folder: string;
  /** Runs a command that works on the store. */
  run(...args: string[]): Promise<void>;
  /** Publishes a title, and exports it without the service. */
  publish(title: string): Promise<void>;
}

/** A service that keeps an export fresh, with a title. */
async function install(title: string): Promise<Installation> {
  const folder = join(temporaryFolder(), "export");
  const service = await startService({ ...pageSettings, EXPORT_DIR: folder });
  const run = async (...args: string[]) => expect(await notice(service.env, args)).toMatchObject({ code: 0 });
  await run("set", "--title", title);
  await expect.poll(() => exportedTitle(folder), patientWithExports).toBe(title);
  const publish = async (title: string) => {
    await run("set", "--title", title);
    await run("export", folder);
  };
  return { service, folder, run, publish };
}

/** Opens a page in a language, whose time stands still. */
async function openPage({ url }: Front, locale: string) {
  const opened = await open(url, { locale }, "", withClock);
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  await reload(opened.page);
  return opened;
}

describe.each(languages)("an open page in %s", (tag, locale) => {
  it("goes from the service to files and back, over a change, a rollback and a restore", async () => {
    const { service, folder, run, publish } = await install("Before");
    const backup = join(temporaryFolder(), "backup.db");
    await run("backup", backup);
    const front = await startFront(service.url);
    const { page, unexpected, requests } = await openPage(front, tag);
    await expectLive(page, locale);

    // The service has gone, and the web server has what it showed.
    await service.ended("SIGKILL");
    front.answerWith(serving(folder));
    requests.splice(0);
    expect(await polls(page, 0, 15, 15)).toEqual(["Before", "Before", "Before"]);
    expect(await page.locator(".announcement").textContent()).toBe("");
    await publish("From files");
    expect(await poll(page, 0)).toBe("From files");
    expect(await page.locator(".announcement").textContent()).toBe(`${locale.strings.changed}\nFrom files`);
    await run("rollback", "2");
    await run("export", folder);
    expect(await poll(page, 0)).toBe("Before");

    const again = await startService({ ...pageSettings, EXPORT_DIR: folder, DATABASE: service.database });
    front.answerWith(forwardTo(again.url));
    expect(await polls(page, 0, 15, 15)).toEqual(["Before", "Before", "Before"]);
    await run("set", "--title", "From the service");
    expect(await poll(page, 0)).toBe("From the service");
    await expect.poll(() => exportedTitle(folder), patientWithExports).toBe("From the service");

    await again.ended("SIGKILL");
    front.answerWith(serving(folder));
    await run("restore", backup);
    await run("export", folder);
    expect(await poll(page, 0)).toBe("Before");
    await publish("Lost");
    expect(await poll(page, 0)).toBe("Lost");

    // A new machine has the backup alone, and an older notice in it.
    const env = { ...service.env, DATABASE: join(temporaryFolder(), "notice.db") };
    const there = join(temporaryFolder(), "export");
    for (const args of [
      ["restore", backup],
      ["export", there],
    ])
      expect(await notice(env, args)).toMatchObject({ code: 0 });
    front.answerWith(serving(there));
    expect(await polls(page, 0, 15, 14, 1)).toEqual(["Lost", "Lost", "Lost", "Before"]);
    const restored = await startService({ ...pageSettings, DATABASE: env.DATABASE });
    front.answerWith(forwardTo(restored.url));
    expect(await polls(page, 0, 15, 15)).toEqual(["Before", "Before", "Before"]);
    expect(await notice(env, ["set", "--title", "Here again"])).toMatchObject({ code: 0 });
    expect(await poll(page, 0)).toBe("Here again");
    await expectLive(page, locale);
    // It was never loaded again, and asked for nothing but the notice.
    expect(new Set(requests)).toEqual(new Set(["/backsoon-notice", "/.backsoon/healthz"]));
    expect(unexpected()).toEqual([]);
    front.answerWith(healthyApp);
    await page.clock.resume();
    await wake(page);
    await expect.poll(() => page.title(), patient).toBe("The app");
  });

  it("is whole without a script at a host that answers 200, and asks it for nothing", async () => {
    const { service, folder, run } = await install("Before");
    await service.ended("SIGTERM");
    await run("set", "--expected-return", "2126-11-21T18:30:00Z");
    const pages = `${folder}-pages`;
    await run("export", pages, "--no-live");
    const front = await startFront(service.url);
    front.answerWith((_request, response) =>
      response
        .writeHead(200, { "Content-Type": "text/html" })
        .end(readFileSync(join(pages, "current", "pages", `${tag}.html`))),
    );
    const context = await (await sharedBrowser()).newContext({ locale: tag, ...still });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    await page.goto(`${front.url}/orders`, { waitUntil: "networkidle" });
    expect(await page.locator("h1").innerText()).toBe("Before");
    expect(await languageOf(page)).toEqual([tag, locale.direction]);
    expect(await page.locator("time").innerText()).toContain("UTC");
    expect(await page.locator(".relative").isVisible()).toBe(false);
    for (const text of [locale.strings.reload, locale.strings.thanks])
      expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true);
    expect(await page.locator("footer").isVisible()).toBe(true);
    expect([said, front.log]).toEqual([[], ["GET /orders"]]);
  });
});
