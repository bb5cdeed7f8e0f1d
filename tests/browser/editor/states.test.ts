import { mkdirSync, renameSync } from "node:fs";
import { resolve } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  type EditorPage,
  enter,
  openEditor,
  openElsewhere,
  publishElsewhere,
  says,
} from "../../support/browser/editor-page.ts";
import { type EditorHere, editHere } from "../../support/service/editor-here.ts";
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
async function look(name: string, { page, unexpected }: EditorPage): Promise<void> {
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

async function begin(): Promise<{ editor: EditorHere; opened: EditorPage }> {
  const editor = await editHere({ folder: resolve("dist/editor") });
  const opened = await openEditor(editor.makeLink());
  await enter(opened);
  return { editor, opened };
}

const title = ({ page }: EditorPage) => page.getByLabel("Title", { exact: true });

describe("each state has no violation of WCAG 2.2 A and AA or of best practice, and fits:", () => {
  it("signed out, by a link and then without one", async () => {
    const editor = await editHere({ folder: resolve("dist/editor") });
    await look("link", await openEditor(editor.makeLink()));
    const opened = await openEditor(editor.url);
    await opened.page.getByLabel("Token").waitFor();
    await look("sign-in", opened);
  });

  it("loading", async () => {
    const editor = await editHere({ folder: resolve("dist/editor") });
    const { context } = await openEditor(`${editor.url}/healthz`);
    await context.route("**/api/session", () => {});
    const opened = await openEditor(editor.url, {}, context);
    await says(opened.page, "Opening the notice");
    await look("loading", opened);
  });

  it("first use, then everything written, and its review, its faults and its history", async () => {
    const { editor, opened } = await begin();
    await says(opened.page, "This is the default notice");
    await look("first-use", opened);
    await publishElsewhere(editor, {
      ...translated,
      expectedReturn: "2126-01-01T00:00:00Z",
      translations: {
        de: { title: "Wir ziehen um", message: "Unser Laden bekommt neue Regale." },
        ar: { title: "ننتقل", message: "نعود قريبًا." },
      },
    });
    await opened.page.evaluate(() => dispatchEvent(new Event("focus")));
    await says(opened.page, "Revision 2 is live");
    await title(opened).fill("We are moving again");
    await says(opened.page, "This change drops");
    await look("words", opened);
    await opened.page.getByRole("tab", { name: /^German/ }).click();
    await look("german", opened);
    await opened.page.keyboard.press("Control+Enter");
    await opened.page.getByRole("dialog").waitFor();
    await look("review", opened);
    await opened.page.keyboard.press("Control+Enter");
    await says(opened.page, "Revision 3 is live.");
    await look("published", opened);
    await opened.page.getByRole("tab", { name: "Words" }).click();
    await title(opened).fill("x".repeat(121));
    await opened.page.keyboard.press("Control+Enter");
    await says(opened.page, "1 thing has to be corrected first");
    await look("faults", opened);
    await opened.page.keyboard.press("Escape");
    await opened.page.getByRole("button", { name: "History" }).click();
    await opened.page.locator(".history summary").first().click();
    await opened.page.getByRole("button", { name: "Start from this one" }).waitFor();
    await look("history", opened);
  });

  it("conflict, as a line and side by side", async () => {
    const { editor, opened } = await begin();
    await title(opened).fill("Mine");
    await publishElsewhere(editor, { title: "Theirs", message: "Theirs." });
    await opened.page.evaluate(() => dispatchEvent(new Event("focus")));
    await says(opened.page, "while you were editing");
    await look("conflict-line", opened);
    await opened.page.getByRole("button", { name: "See both" }).click();
    await look("conflict", opened);
  });

  it("signed out in the middle", async () => {
    const { opened } = await begin();
    await title(opened).fill("Typed");
    await opened.context.clearCookies();
    await says(opened.page, "You are signed out");
    await look("signed-out", opened);
  });

  it("a stopped editor", async () => {
    const { editor, opened } = await begin();
    await title(opened).fill("Typed");
    await editor.stop();
    await says(opened.page, "The editor is not responding");
    await look("stopped", opened);
  });

  it("offline", async () => {
    const opened = await openElsewhere();
    await title(opened).fill("Typed");
    await opened.context.setOffline(true);
    await says(opened.page, "You are offline");
    await look("offline", opened);
  });

  it("a store that is down", async () => {
    const { editor, opened } = await begin();
    await title(opened).fill("Typed");
    for (const end of ["", "-wal", "-shm"]) {
      try {
        renameSync(`${editor.database}${end}`, `${editor.database}${end}.away`);
      } catch {
        // SQLite has put what it held into the database itself.
      }
    }
    await says(opened.page, "The store cannot be used right now");
    await look("store-down", opened);
  });

  it("a token that may read alone, and a notice that is left over", async () => {
    const editor = await editHere({ folder: resolve("dist/editor") });
    const passed = new Date(Date.now() - 23.5 * 86_400_000).toISOString();
    await publishElsewhere(editor, { title: "Moving", expectedReturn: passed });
    const opened = await openEditor(editor.url);
    await opened.page.getByLabel("Token").fill(await editor.addToken("reader", "read"));
    await opened.page.keyboard.press("Enter");
    await says(opened.page, "Your token is read-only");
    await says(opened.page, "The expected return passed 23 days ago");
    await look("read-only-left-over", opened);
  });
});
