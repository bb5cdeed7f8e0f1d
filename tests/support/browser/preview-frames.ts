import type { BrowserContextOptions, Frame, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { PreviewMessage } from "../../../schema/preview/preview.ts";
import { sharedBrowser, still } from "./browser.ts";

/** A preview in a frame, with the message by which it told the page around it what became of it. */
export interface Preview {
  frame: Frame;
  told: PreviewMessage;
}

/** A page of the editor's that shows previews as the editor's own page does: it sends a form into a frame of its own. */
export interface Frames {
  page: Page;
  show(request: unknown, size?: { width: number; height: number }): Promise<Preview>;
  /** What the console, uncaught errors, dialogs and other windows said. */
  unexpected(): string[];
  /** The URLs that were asked for, but for those in frames that data URLs fill. */
  requests: string[];
}

/** Gives what opens such a page, signed in by a link, in a window of its own, which goes with the test. */
export function launchFrames(): (
  link: string,
  options?: BrowserContextOptions,
  script?: string,
) => Promise<Frames> {
  return async (link, options, script) => {
    const { origin, hash } = new URL(link);
    const context = await (await sharedBrowser()).newContext({
      viewport: { width: 1280, height: 800 },
      ...still,
      ...options,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    if (script) await page.addInitScript(script);
    const [noise, requests]: [string[], string[]] = [[], []];
    page.on("console", (message) => {
      // Chromium looks for an icon by itself.
      if (!message.location().url.endsWith("/favicon.ico")) noise.push(message.text());
    });
    page.on("pageerror", (error) => noise.push(String(error)));
    page.on("dialog", (dialog) => noise.push(`dialog: ${dialog.message()}`));
    page.on("popup", (popup) => noise.push(`popup: ${popup.url()}`));
    // Of all that is at the editor's origin, this does nothing by itself.
    await page.goto(`${origin}/healthz`);
    await page.evaluate(signIn, hash.replace("#link=", ""));
    page.on("request", (request) => requests.push(request.url()));
    let count = 0;
    return {
      page,
      requests,
      unexpected: () => noise,
      async show(request, size = { width: 400, height: 600 }) {
        count += 1;
        const name = `preview-${count}`;
        const told = await page.evaluate(fillFrame, { name, size, text: JSON.stringify(request) });
        return { frame: page.frame({ name }) as Frame, told };
      },
    };
  };
}

/** In the page: signs in with a link's secret, and keeps the key where the editor's own page does. */
export async function signIn(secret: string): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch("/api/session", { method: "POST", headers, body: JSON.stringify({ secret }) });
  if (!reply.ok) throw new Error(`The sign-in was answered with ${reply.status}.`);
  localStorage.setItem("backsoon session key", (await reply.json()).key);
}

interface Filled {
  name: string;
  size: { width: number; height: number };
  text: string;
}

/** In the page: sends a form into a new frame, without any attribute that would restrict it, and waits for its word. */
export function fillFrame({ name, size, text }: Filled): Promise<PreviewMessage> {
  const frame = Object.assign(document.createElement("iframe"), { name, title: name });
  Object.assign(frame.style, { border: "0", width: `${size.width}px`, height: `${size.height}px` });
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
