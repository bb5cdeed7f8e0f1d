import { resolve } from "node:path";
import type { BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, expect, onTestFinished } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import { freePort } from "../../../scripts/bench/harness.ts";
import { type Front, startFront } from "../network/front.ts";
import { withCertificate } from "../network/servers.ts";
import { type EditorHere, editHere } from "../service/editor-here.ts";
import { draftWith } from "../texts/notices.ts";
import { otherMachine, sharedBrowser, still } from "./browser.ts";

/** The editor's page, open in a browser of its own. */
export interface EditorPage {
  page: Page;
  context: BrowserContext;
  /** What the console, uncaught errors and dialogs said, but for requests that were refused. */
  unexpected(): string[];
  /** The text of the page in the preview that is in sight. */
  previewText(selector?: string): Promise<string | null>;
}

/** Opens an address of the editor's in a known window, or in a new one, which closes when the test ends. */
export async function openEditor(
  url: string,
  options?: BrowserContextOptions,
  known?: BrowserContext,
): Promise<EditorPage> {
  const browser = await sharedBrowser();
  const visitor = { viewport: laptop, ...still, ...options };
  const context = known ?? (await browser.newContext(visitor));
  if (!known) onTestFinished(() => context.close());
  const page = await context.newPage();
  // As long as `expect.poll` waits.
  page.setDefaultTimeout(20_000);
  const noise: string[] = [];
  page.on("console", (message) => noise.push(message.text()));
  page.on("pageerror", (error) => noise.push(String(error)));
  page.on("dialog", (dialog) => noise.push(`dialog: ${dialog.message()}`));
  await page.goto(url);
  return {
    page,
    context,
    unexpected: () => noise.filter((text) => !/^Failed to load resource/.test(text)),
    previewText: (selector = "h1") =>
      page.frameLocator("iframe.shown").locator(selector).first().textContent(),
  };
}

/** An editor for a team, on what the browser takes for another machine, behind a proxy that speaks TLS. */
export interface EditorElsewhere extends EditorPage {
  editor: EditorHere;
  proxy: Front;
}

/** Starts such an editor, and signs in to its page. */
export async function openElsewhere(): Promise<EditorElsewhere> {
  const port = await freePort();
  const editor = await editHere({
    origin: `https://${otherMachine}:${port}`,
    folder: resolve("dist/editor"),
    trustedProxies: ["127.0.0.1/32"],
  });
  const proxy = await startFront(editor.url, { port, createServer: withCertificate });
  // Nobody trusts the proxy's certificate.
  const opened = await openEditor(await editor.makeLink(), { ignoreHTTPSErrors: true });
  await enter(opened);
  return { ...opened, editor, proxy };
}

/** Signs in by the link that the page was opened with, and waits for the words and for the page beside them. */
export async function enter({ page }: EditorPage): Promise<void> {
  await page.getByRole("button", { name: "Sign in with this link" }).click();
  await isOpen(page);
}

/** Waits for the words and for the page beside them. */
async function isOpen(page: Page): Promise<void> {
  await page.getByLabel("Title", { exact: true }).waitFor();
  await page.locator("iframe.shown").waitFor({ state: "attached" });
}

const laptop = { width: 1280, height: 800 };

/** Opens the editor's page, signed in, in a new window. */
export async function openSignedIn(
  editor: EditorHere,
  options?: BrowserContextOptions,
  onFinished: (work: () => Promise<void>) => void = onTestFinished,
): Promise<EditorPage> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: laptop, ...still, ...options });
  onFinished(() => context.close());
  const data = { secret: await editor.secret() };
  const reply = await context.request.post(`${editor.url}/api/session`, { data });
  expect(reply.status()).toBe(200);
  const { key } = await reply.json();
  await context.addInitScript(keepKey, key);
  const opened = await openEditor(editor.url, {}, context);
  await isOpen(opened.page);
  return opened;
}

/**
 * Opens the editor's page once for all tests of a file, signed in. Each test calls the function that this returns: it
 * publishes a notice and removes the draft. A test fails if the page's console says something.
 */
export function sharedPage(
  editor: () => EditorHere,
  options: BrowserContextOptions = {},
): (notice?: Partial<Notice>) => Promise<EditorPage & { revision: number }> {
  let opened: EditorPage | undefined;
  let close = async (): Promise<void> => {};
  afterEach(async ({ task }) => {
    const noise = opened?.unexpected();
    if (task.result?.state === "fail") {
      await close();
      opened = undefined;
    }
    expect(noise ?? []).toEqual([]);
  });
  afterAll(() => close());
  return async (notice = {}) => {
    const revision = await publishElsewhere(editor(), notice);
    if (opened) {
      const { page, context } = opened;
      await page.unrouteAll();
      await context.setOffline(false);
      await page.setViewportSize(options.viewport ?? laptop);
      // A page without the editor's scripts, which would keep what was typed.
      await page.goto(`${editor().url}/healthz`);
      await page.evaluate(() => {
        const { "backsoon session key": key } = localStorage;
        localStorage.clear();
        sessionStorage.clear();
        localStorage.setItem("backsoon session key", key);
      });
      await page.goto(editor().url);
      await isOpen(page);
    } else {
      opened = await openSignedIn(editor(), options, (work) => {
        close = work;
      });
    }
    return { ...opened, revision };
  };
}

/** A button, by what stands on it. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Chooses what stands in the menu behind the person's name. */
export async function choose(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await button(page, name).click();
}
/** Opens that menu. */
export const openMenu = (page: Page) => page.locator(".top .name").click();
/** The field of a title, a message or the like, by its label. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** The tab of a language, by how it begins. */
export const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
/** The sheet from which a draft is published. */
export const review = (page: Page) => page.getByRole("dialog", { name: "What changes for visitors" });

/** Signs in with a token, or with a pasted link. */
export async function enterToken(page: Page, text: string): Promise<void> {
  const field = page.getByLabel("Token");
  if (!(await field.isVisible())) await page.getByText("Sign in another way").click();
  await field.fill(text);
  await page.keyboard.press("Enter");
}

/** Waits until the keyboard is in a field or on a button. */
export async function hasFocus(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Publishes what was typed from the keyboard, which a review comes before. */
export async function publish(page: Page): Promise<void> {
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: /^Publish/ }).click();
}

/** The notice that is live. */
export async function liveNotice({ backend }: EditorHere): Promise<Notice> {
  const store = await backend.read();
  return (await store.latest().finally(() => store.close())).notice;
}

/** In the page: has the key of a session where the page itself keeps it, once, in no frame, and in no place of a newer one. */
function keepKey(key: string): void {
  if (parent !== window || sessionStorage.getItem("has had the key")) return;
  sessionStorage.setItem("has had the key", "");
  localStorage["backsoon session key"] ??= key;
}

/** Has an error of the page's own stop it, which stands for whatever may be wrong in some browser. */
export async function breakPage({ page, context }: EditorPage): Promise<void> {
  await context.addInitScript(() => {
    const { createElement } = Document.prototype;
    Document.prototype.createElement = function (name: string) {
      if (name === "optgroup") throw new Error("No zones here.");
      return createElement.call(this, name);
    };
  });
  await page.reload();
  await button(page, "Pick a time").click();
  await says(page, "The editor ran into an error");
}

/** Publishes a notice as somebody else does who has the command; gives its number. */
export async function publishElsewhere(
  { backend }: EditorHere,
  notice: Partial<Notice>,
  author = "ben",
): Promise<number> {
  const store = await backend.open();
  try {
    return (await store.append(draftWith(notice, { author }))).number;
  } finally {
    await store.close();
  }
}

/** Expects what was published or rolled back to be told of with this text, and the sheet that did so to be gone. */
export async function saysPublished(page: Page, text: string | RegExp): Promise<void> {
  await says(page, text);
  // It goes in a step of its own.
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
}

/** Expects the editor's page to show a text somewhere, once it has come. */
export async function says(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => page.locator("body").innerText()).toMatch(text);
}

/** Waits until something is in sight, which a bar at the bottom may hide. */
export async function inSight(part: Locator): Promise<void> {
  await expect
    .poll(() =>
      part.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      }),
    )
    .toBe(true);
}
