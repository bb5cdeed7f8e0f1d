import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { EditorHere } from "../service/editor-here.ts";
import { draftWith } from "../texts/notices.ts";
import { sharedBrowser } from "./browser.ts";

/** The editor's page, open in a browser of its own. */
export interface EditorPage {
  page: Page;
  context: BrowserContext;
  /** What the console, uncaught errors and dialogs said, but for requests that were refused. */
  unexpected(): string[];
  /** The text of the page in the preview that is in sight. */
  previewText(selector?: string): Promise<string | null>;
}

/** How long a fact may take to come about on a busy machine. */
export const patient = { timeout: 20_000 };

/** Opens an address of the editor's in a window of its own, which goes with the test, or in one that is known. */
export async function openEditor(
  url: string,
  options?: BrowserContextOptions,
  known?: BrowserContext,
): Promise<EditorPage> {
  const browser = await sharedBrowser();
  const context = known ?? (await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options }));
  if (!known) onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(patient.timeout);
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

/** Signs in by the link that the page was opened with, and waits for the words and for the page beside them. */
export async function enter({ page }: EditorPage): Promise<void> {
  await page.getByRole("button", { name: "Sign in with this link" }).click();
  await page.getByLabel("Title", { exact: true }).waitFor();
  await page.locator("iframe.shown").waitFor({ state: "attached" });
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

/** Expects the editor's page to show a text somewhere, once it has come. */
export async function says(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => page.locator("body").innerText(), patient).toMatch(text);
}
