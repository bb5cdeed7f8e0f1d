import { resolve } from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { PreviewMessage } from "../../../schema/preview/preview.ts";
import { freePort } from "../../../scripts/bench/harness.ts";
import { startFront } from "../network/front.ts";
import { withCertificate } from "../network/servers.ts";
import { type EditorHere, editHere } from "../service/editor-here.ts";
import { shared } from "../shared.ts";
import { draftWith } from "../texts/notices.ts";
import { laptop, openTab, openWindow, otherMachine, type WindowOptions } from "./browser.ts";

/** What a person sees and does in the editor's page. */
function partsOf(page: Page) {
  /** A button by its whole text. */
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  /** Opens the menu behind the person's name. */
  const openMenu = () => page.locator(".top .name").click();
  /** Waits until the page shows a text. */
  const says = (text: string | RegExp): Promise<void> =>
    expect.poll(() => page.locator("body").innerText()).toMatch(text);
  /** Waits for the form and the preview. */
  const isOpen = async (): Promise<void> => {
    await page.getByLabel("Title", { exact: true }).waitFor();
    await page.locator("iframe.shown").waitFor({ state: "attached" });
  };
  /** The text of the visible preview. */
  const previewText = (selector = "h1"): Promise<string | null> =>
    page.frameLocator("iframe.shown").locator(selector).first().textContent();
  const title = page.getByLabel("Title", { exact: true });
  return {
    ...{ button, openMenu, says, isOpen, previewText, title },
    /** Waits until the field of the title has a text. */
    titleIs: (text: string): Promise<void> =>
      expect.poll(() => title.inputValue().catch(() => "")).toBe(text),
    /** Waits until the visible preview has a title, or another text. */
    previews: (text: string, selector?: string): Promise<void> =>
      expect.poll(() => previewText(selector).catch(() => "")).toBe(text),
    /** A field by its label. */
    field: (name: string) => page.getByLabel(name, { exact: true }),
    /** The tab of a language by the start of its name. */
    tab: (name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) }),
    /** The sheet from which a draft is published. */
    review: page.getByRole("dialog", { name: "What changes for visitors" }),
    /** Chooses a button of the menu. */
    async choose(name: string): Promise<void> {
      await openMenu();
      await button(name).click();
    },
    /** Signs in with the link that the page was opened with. */
    async enter(): Promise<void> {
      await button("Sign in with this link").click();
      await isOpen();
    },
    /** Signs in with a token, or with a pasted link. */
    async enterToken(text: string): Promise<void> {
      const field = page.getByLabel("Token");
      if (!(await field.isVisible())) await page.getByText("Sign in another way").click();
      await field.fill(text);
      await page.keyboard.press("Enter");
    },
    /** Publishes the draft through the review. */
    async publish(): Promise<void> {
      await page.keyboard.press("Control+Enter");
      await page.getByRole("button", { name: /^Publish/ }).click();
    },
    /** Waits until nothing is typed that is not published. */
    isUntouched: (): Promise<void> => expect.poll(() => page.locator(".unsaved").count()).toBe(0),
    /** Waits until the page reports a publication, and its sheet is closed. */
    async saysPublished(text: string | RegExp = /Revision \d+ is published\./): Promise<void> {
      await says(text);
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    },
    /** The tabs of languages that are cut off or hidden. */
    cutTabs: (): Promise<(string | null)[]> =>
      page.locator(".languages [role=tab]").evaluateAll((tabs) =>
        tabs
          .filter((tab) => {
            const row = tab.closest(".languages")?.getBoundingClientRect() ?? new DOMRect();
            const { left, right, top, bottom } = tab.getBoundingClientRect();
            const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return left < row.left || right > row.right || !(middle && tab.contains(middle));
          })
          .map(({ textContent }) => textContent),
      ),
  };
}

export type EditorPage = Awaited<ReturnType<typeof openEditor>>;

/** Opens an address of the editor in a new window, or in a tab of a known one. */
export async function openEditor(url: string, options: WindowOptions | BrowserContext = {}) {
  const tab = await ("newPage" in options ? openTab(options) : openWindow(options));
  // As long as `expect.poll` waits.
  tab.page.setDefaultTimeout(20_000);
  await tab.page.goto(url);
  return { ...tab, ...partsOf(tab.page) };
}

/** Signs in to a team's editor, behind a proxy with TLS, which the browser finds on another machine. */
export async function openElsewhere() {
  const port = await freePort();
  const editor = await editHere({
    origin: `https://${otherMachine}:${port}`,
    folder: resolve("dist/editor"),
    trustedProxies: ["127.0.0.1/32"],
  });
  const proxy = await startFront(editor.url, { port, createServer: withCertificate });
  // Nobody trusts the proxy's certificate.
  const opened = await openEditor(await editor.makeLink(), { ignoreHTTPSErrors: true });
  await opened.enter();
  return { ...opened, editor, proxy };
}

/** Opens the editor's page, signed in, in a new window. */
export async function openSignedIn(editor: EditorHere, options?: WindowOptions): Promise<EditorPage> {
  const opened = await openEditor(`${editor.url}/healthz`, options);
  await opened.page.evaluate(signIn, await editor.secret());
  await opened.page.goto(editor.url);
  await opened.isOpen();
  return opened;
}

/** In the page: signs in with a link's secret, and keeps the key where the editor's own page does. */
export async function signIn(secret: string): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch("/api/session", { method: "POST", headers, body: JSON.stringify({ secret }) });
  if (!reply.ok) throw new Error(`The sign-in returned ${reply.status}.`);
  localStorage.setItem("backsoon session key", (await reply.json()).key);
}

/**
 * Opens the editor's page once for all tests of a file, signed in. Each test calls the function that this returns: it
 * publishes a notice and removes the draft. A test fails if the page's console says something.
 */
export function sharedPage(editor: () => EditorHere, options: WindowOptions = {}) {
  const opened = shared((onFinished) => openSignedIn(editor(), { ...options, onFinished }));
  afterEach(() => expect(opened().unexpected()).toEqual([]));
  return async (notice: Partial<Notice> = {}) => {
    const revision = await publishElsewhere(editor(), notice);
    const { page, context, isOpen } = opened();
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
    await isOpen();
    return { ...opened(), revision };
  };
}

/** Waits until an element has the focus. */
export async function hasFocus(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Waits until an element is in view, and not behind the bar at the bottom. */
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

/** Publishes a notice with the command, as a colleague does. Returns the number of its revision. */
export async function publishElsewhere(
  { backend }: EditorHere,
  notice: Partial<Notice>,
  author = "ben",
): Promise<number> {
  const store = await backend.open();
  const appended = store.append(draftWith(notice, { author }));
  return (await appended.finally(() => store.close())).number;
}

type FrameOptions = { name: string; text: string; width: number; height: number };
/** In the page: sends a form into a new frame without a sandbox, and waits for the message of its preview. */
export function fillFrame({ name, text, width, height }: FrameOptions): Promise<PreviewMessage> {
  const frame = Object.assign(document.createElement("iframe"), { name, title: name });
  Object.assign(frame.style, { border: "0", width: `${width}px`, height: `${height}px` });
  const form = Object.assign(document.createElement("form"), {
    method: "post",
    action: "/preview",
    enctype: "multipart/form-data",
    target: name,
  });
  const key = localStorage.getItem("backsoon session key") ?? "";
  for (const [name, value] of Object.entries({ preview: text, key }))
    form.append(Object.assign(document.createElement("textarea"), { name, value }));
  document.body.append(frame, form);
  return new Promise((resolve) => {
    addEventListener("message", function hear({ source, data }: MessageEvent<PreviewMessage>) {
      if (source !== frame.contentWindow || data.event === "scroll") return;
      removeEventListener("message", hear);
      resolve(data);
    });
    form.submit();
    form.remove();
  });
}

/** Expects a browser to sign in over TLS through a proxy on a port, and to get the refusal of a large body. */
export async function expectTeamSignIn(editor: Pick<EditorHere, "makeLink">, port: number): Promise<void> {
  const { page, context } = await openWindow({ ignoreHTTPSErrors: true });
  const reply = await page.goto(await editor.makeLink());
  expect([reply?.status(), await page.title()]).toEqual([200, "Editor, running"]);
  const statuses = await page.evaluate(async () => {
    const post = (body: string) =>
      fetch("/api/session", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const signIn = await post(JSON.stringify({ secret: location.hash.replace("#link=", "") }));
    const { key } = await signIn.json();
    const session = await fetch("/api/session", { headers: { "Session-Key": key } });
    const large = await post("a".repeat(600 * 1024));
    return [signIn.status, session.status, large.status, (await large.json()).code];
  });
  expect(statuses).toEqual([200, 200, 413, "DOCUMENT_TOO_LARGE"]);
  const cookie = { name: `__Host-backsoon-${port}`, domain: otherMachine, httpOnly: true, secure: true };
  expect(await context.cookies()).toMatchObject([cookie]);
}
