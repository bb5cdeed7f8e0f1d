import { existsSync, mkdirSync, renameSync } from "node:fs";
import { resolve } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  breakPage,
  choose,
  type EditorPage,
  enter,
  enterToken,
  openEditor,
  openElsewhere,
  openMenu,
  publishElsewhere,
  says,
} from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { say } from "../../support/network/recorder.ts";
import { chatHere, obliging, toldIn } from "../../support/service/chat-here.ts";
import { type EditorHere, editHere } from "../../support/service/editor-here.ts";
import { maxTitle } from "../../support/texts/notices.ts";
import { translated } from "../../support/texts/translated.ts";

/** Where each run leaves pictures of the states for people to look at. */
const folder = "var/pictures/editor";
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The violations that axe-core finds in the editor's own page, in words. */
async function violations(page: Page): Promise<string[]> {
  // Through the debugger, which the page's policy does not bind.
  const session = await page.context().newCDPSession(page);
  const options = JSON.stringify({ runOnly: tags, iframes: false });
  const run = `globalThis.axe || (() => { ${axe.source} })(); axe.run(${options})
    .then(({ violations, passes }) => JSON.stringify({ passes: passes.length, violations }))`;
  const { result } = await session.send("Runtime.evaluate", { expression: run, awaitPromise: true });
  const report: { passes: number; violations: axe.Result[] } = JSON.parse(result.value);
  expect(report.passes).toBeGreaterThan(10);
  return report.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** What reaches out of the window, or out of the sheet that is open, in words. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("dialog[open]")]
      .map(({ tagName, scrollWidth, clientWidth }) => ({ tagName, over: scrollWidth - clientWidth }))
      .filter(({ over }) => over > 0)
      .map(({ tagName, over }) => `${tagName} is ${over} px too wide`),
  );
}

/** Looks at a state as everybody sees it: on a laptop, in dark, in forced colours, on a small phone, and there with text of 200 %. */
async function lookAt(name: string, { page, unexpected }: EditorPage): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const found: string[] = [];
  const views = [
    ["light", { colorScheme: "light" }, { width: 1280, height: 800 }],
    ["dark", { colorScheme: "dark" }, { width: 390, height: 844 }],
    ["forced", { colorScheme: "light", forcedColors: "active" }, { width: 320, height: 640 }],
  ] as const;
  for (const [view, media, size] of views) {
    await page.emulateMedia({ forcedColors: "none", ...media, reducedMotion: "reduce" });
    // What the bar at the bottom covers by halves would count as too small to be touched.
    await page.setViewportSize({ ...size, height: 3000 });
    found.push(...(await violations(page)).map((violation) => `${view}: ${violation}`));
    await page.setViewportSize(size);
    found.push(...(await tooWide(page)).map((fault) => `${view}: ${fault}`));
    await page.screenshot({ path: `${folder}/${name}-${view}.png` });
  }
  const setRoot = (size: string) =>
    page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), size);
  await setRoot("200%");
  found.push(...(await tooWide(page)).map((fault) => `text of 200 %: ${fault}`));
  await page.screenshot({ path: `${folder}/${name}-large.png` });
  await setRoot("");
  expect(found).toEqual([]);
  expect(unexpected()).toEqual([]);
}

async function begin(appUrl?: string): Promise<{ editor: EditorHere; opened: EditorPage }> {
  const editor = await editHere({ folder: resolve("dist/editor"), appUrl });
  const opened = await openEditor(await editor.makeLink());
  await enter(opened);
  return { editor, opened };
}

/** Has the answer to the first publication get lost; resolves when that is made. */
const loseFirstAnswer = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    let isFirst = true;
    void page.route("**/api/notice", async (route) => {
      if (!isFirst || route.request().method() !== "PUT") return route.fallback();
      isFirst = false;
      await route.fetch();
      resolve();
    });
  });

/** SQLite may have put what two of its files held into the database itself. */
function moveAway(database: string): void {
  for (const file of ["", "-wal", "-shm"].map((end) => `${database}${end}`))
    if (existsSync(file)) renameSync(file, `${file}.away`);
}

const title = ({ page }: EditorPage) => page.getByLabel("Title", { exact: true });

describe("The editor passes axe-core and fits into the window", () => {
  it("when signed out, with a link and without", async () => {
    const editor = await editHere({ folder: resolve("dist/editor") });
    const byLink = await openEditor(await editor.makeLink());
    await byLink.page.getByRole("button", { name: "Sign in with this link" }).waitFor();
    await lookAt("link", byLink);
    const opened = await openEditor(editor.url);
    await opened.page.getByText("Sign in another way").click();
    await opened.page.getByLabel("Token").waitFor();
    await lookAt("sign-in", opened);
  });

  it("when inviting, when invited and when signing out", async () => {
    const { editor, opened } = await begin();
    const { page } = opened;
    await openMenu(page);
    await lookAt("menu", opened);
    await page.keyboard.press("Escape");
    await choose(page, "Invite");
    await page.getByLabel("Name").fill("ben");
    await page.getByRole("button", { name: "Make the link" }).click();
    await says(page, "Give this link only to");
    await lookAt("invite", opened);
    await page.getByRole("button", { name: "Close" }).first().click();
    await page.evaluate((secret) => location.assign(`#link=${secret}`), await editor.invite("carl"));
    await says(page, "You are signed in as anna here");
    await lookAt("link-while-signed-in", opened);
    await page.getByRole("button", { name: "Close" }).click();
    await title(opened).fill("Typed");
    await says(page, "Not published");
    await choose(page, "Sign out");
    await says(page, "This browser keeps words that are not published.");
    await lookAt("sign-out", opened);
    const late = await openEditor(`${editor.url}/#link=used`);
    await late.page.getByRole("button", { name: "Sign in with this link" }).click();
    await says(late.page, "Ask whoever invited you for a new link.");
    await lookAt("link-over", late);
  });

  it("while loading", async () => {
    const editor = await editHere({ folder: resolve("dist/editor") });
    const { context } = await openEditor(`${editor.url}/healthz`);
    await context.route("**/api/session", () => {});
    const opened = await openEditor(editor.url, {}, context);
    await says(opened.page, "Opening the notice");
    await lookAt("loading", opened);
  });

  it("at first use, with all texts, in review, with faults and in the history", async () => {
    const { editor, opened } = await begin("shop.example");
    await says(opened.page, "This is the default notice");
    await lookAt("first-use", opened);
    await publishElsewhere(editor, {
      ...translated,
      expectedReturn: "2126-01-01T00:00:00Z",
      translations: {
        de: { title: "Wir ziehen um", message: "Unser Laden bekommt neue Regale." },
        ar: { title: "ننتقل", message: "نعود قريبًا." },
      },
    });
    await wake(opened.page);
    await says(opened.page, "Revision 2");
    await title(opened).fill("We are moving again");
    await opened.page.getByRole("tab", { name: "German outdated" }).waitFor();
    await lookAt("words", opened);
    await opened.page.getByRole("tab", { name: /^German/ }).click();
    await lookAt("german", opened);
    await opened.page.keyboard.press("Control+Enter");
    await opened.page.getByRole("dialog").waitFor();
    await lookAt("review", opened);
    await opened.page.locator("label", { hasText: "Remove" }).click();
    await opened.page.keyboard.press("Control+Enter");
    await says(opened.page, "Revision 3 is published.");
    await lookAt("published", opened);
    await opened.page.getByRole("tab", { name: "Words" }).click();
    await title(opened).fill("x".repeat(maxTitle + 1));
    await opened.page.keyboard.press("Control+Enter");
    await says(opened.page, "To be corrected first");
    await lookAt("faults", opened);
    await opened.page.keyboard.press("Escape");
    await choose(opened.page, "History");
    await opened.page.locator(".history summary").nth(1).click();
    await opened.page.getByRole("button", { name: "Publish again" }).waitFor();
    await lookAt("history", opened);
  });

  it("in a conflict, as a message and side by side", async () => {
    const { editor, opened } = await begin();
    await title(opened).fill("Mine");
    await publishElsewhere(editor, { title: "Theirs", message: "Theirs." });
    await wake(opened.page);
    await says(opened.page, "is newer than your draft");
    await lookAt("conflict-line", opened);
    await opened.page.getByRole("button", { name: "Compare both" }).click();
    await lookAt("conflict", opened);
  });

  it("with a replaced publication, after an error and with an unreadable draft", async () => {
    const { editor, opened } = await begin();
    const { page } = opened;
    await title(opened).fill("Mine");
    const isSent = loseFirstAnswer(page);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: /^Publish/ }).click();
    await isSent;
    await page.reload();
    await says(page, "Revision 2 is published.");
    await publishElsewhere(editor, { title: "Theirs" });
    await wake(page);
    await says(page, "revision 3 has replaced it");
    await lookAt("replaced", opened);
    await page.evaluate(() => localStorage.setItem("backsoon draft", '{"draft":{"title":"Mine"}}'));
    await page.reload();
    await says(page, "You can copy its text");
    await lookAt("unreadable", opened);
    await title(opened).fill("Typed before the error");
    await says(page, "Not published");
    await breakPage(opened);
    await page.getByText("Details for a report").click();
    const broken = { ...opened, unexpected: () => [] };
    await lookAt("error", broken);
    await page.getByRole("button", { name: "Start without this draft" }).click();
    await says(page, "This browser keeps a draft that cannot be opened here.");
    await lookAt("unreadable", broken);
  });

  it.each<[string, string, (opened: EditorPage, editor: EditorHere) => unknown]>([
    ["signed-out", "You are signed out", ({ context }) => context.clearCookies()],
    ["stopped", "The editor is not responding", (_opened, editor) => editor.stop()],
    ["store-down", "The store cannot be used right now", (_opened, { database }) => moveAway(database)],
  ])("when work is interrupted: %s", async (name, text, happens) => {
    const { editor, opened } = await begin();
    await title(opened).fill("Typed");
    await happens(opened, editor);
    await wake(opened.page);
    await says(opened.page, text);
    await lookAt(name, opened);
  });

  it("while offline", async () => {
    const opened = await openElsewhere();
    await title(opened).fill("Typed");
    await opened.context.setOffline(true);
    await says(opened.page, "You are offline");
    await lookAt("offline", opened);
  });

  it("with hints on a translation, during translations and at the daily limit", async () => {
    const chat = await chatHere({ dailyLimit: 4, limits: { timeoutMs: 300_000, retries: 0 } });
    const editor = await editHere({ folder: resolve("dist/editor"), proposals: chat.proposals });
    await publishElsewhere(editor, { ...translated, message: "We are back at 9:00 on Monday." });
    const opened = await openEditor(await editor.makeLink());
    await enter(opened);
    const { page } = opened;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await page.getByRole("tab", { name: /^German/ }).click();
    chat.answer((response) =>
      say(response, {
        title: "Wir ziehen um",
        message: "Um 10:00 Uhr am Dienstag sind wir wieder da.",
        expectedReturn: "neun Uhr morgens",
      }),
    );
    await button("Translate").click();
    await says(page, "German: The message has 10:00 in place of 9:00.");
    await lookAt("proposal", opened);
    await page.getByRole("tab", { name: /^English/ }).click();
    chat.answer((response, request, count) => {
      if (/Arabic|Portuguese/.test(toldIn(request))) obliging(response, request, count);
    });
    await button("Translate all").click();
    await says(page, /Filled in by the chat model: [^.]*Arabic/);
    await says(page, /Asking the chat model: [^.]*Simplified Chinese/);
    await lookAt("all-languages", opened);
    await says(page, "used up");
    await lookAt("limit", opened);
  });

  it("with a read-only token and a left-over notice", async () => {
    const editor = await editHere({ folder: resolve("dist/editor") });
    const passed = new Date(Date.now() - 23.5 * 86_400_000).toISOString();
    await publishElsewhere(editor, { title: "Moving", expectedReturn: passed });
    const opened = await openEditor(editor.url);
    await enterToken(opened.page, await editor.addToken("reader", "read"));
    await says(opened.page, "The expected return passed 23 days ago");
    expect(await opened.page.locator(".line:visible").count()).toBe(1);
    await says(opened.page, "You can read, but not publish");
    await lookAt("read-only-left-over", opened);
  });
});
