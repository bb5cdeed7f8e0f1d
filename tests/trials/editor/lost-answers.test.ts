import type { Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import {
  type EditorPage,
  enter,
  openEditor,
  publishElsewhere,
  says,
} from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

const titleIn = (page: Page) => page.getByLabel("Title", { exact: true });
const liveNumber = async (): Promise<number> => {
  const store = await editor().backend.read();
  return store.latestNumber().finally(() => store.close());
};

async function begin(): Promise<EditorPage> {
  const opened = await openEditor(editor().makeLink());
  await enter(opened);
  return opened;
}

async function publish(page: Page): Promise<void> {
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: /^Publish/ }).click();
}

/** Has the service do what it is asked for first with this method and path, and lose its answer; gives the key of each time. */
async function loseAnswer(
  page: Page,
  method: string,
  path: string,
  how: "breaks" | "never comes" = "breaks",
): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(path, async (route) => {
    const request = route.request();
    if (request.method() !== method) return route.fallback();
    keys.push(request.headers()["idempotency-key"]);
    if (keys.length > 1) return route.fallback();
    await route.fetch();
    if (how === "breaks") await route.abort();
  });
  return keys;
}

it("a publication whose answer is lost is found again after a reload, is nobody else's, and can be undone until somebody else publishes", async () => {
  const { page, unexpected } = await begin();
  const before = await liveNumber();
  await titleIn(page).fill("Reloaded in the middle");
  const keys = await loseAnswer(page, "PUT", "**/api/notice", "never comes");
  await publish(page);
  await expect.poll(liveNumber).toBe(before + 1);
  await page.reload();
  await says(page, `Revision ${before + 1} is live.`);
  await says(page, "Nothing to publish");
  expect(await page.locator("body").innerText()).not.toMatch(/while you were editing|unfinished draft/);
  expect([keys.length, new Set(keys).size, await liveNumber()]).toEqual([2, 1, before + 1]);

  // The page learns of it by its undo alone: a poll that came first would take the button away.
  let held = 0;
  let isUndone = false;
  await page.route("**/api/notice", async (route) => {
    if (isUndone) await route.fallback();
    else held += 1;
  });
  await page.route("**/rollback", (route) => {
    isUndone = true;
    return route.fallback();
  });
  await wake(page);
  await expect.poll(() => held).toBe(1);
  const theirs = await publishElsewhere(editor(), { title: "Theirs" });
  await page.getByRole("button", { name: "Undo" }).click();
  await says(page, `but revision ${theirs} by ben has replaced it and is live now.`);
  await says(page, `To go back to what revision ${before} said, roll back to it in the history.`);
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  expect(await page.locator(".lines").innerText()).not.toContain("If-Match");
  await page.getByRole("button", { name: "Open the history" }).click();
  await page.getByRole("dialog", { name: "History" }).waitFor();
  expect(unexpected()).toEqual([]);
});

it("a review says no longer that the editor does not respond once it does, and what was typed on is no conflict", async () => {
  const { page, context } = await begin();
  const before = await liveNumber();
  await titleIn(page).fill("On a train");
  await context.setOffline(true);
  await publish(page);
  const alert = page.getByRole("alert");
  await expect.poll(() => alert.innerText()).toMatch(/is not responding.*not known yet/s);
  const keys = await loseAnswer(page, "PUT", "**/api/notice");
  await context.setOffline(false);
  await wake(page);
  // What became of the publication is as unknown as before.
  await expect.poll(() => alert.innerText()).not.toContain("not responding");
  expect(await alert.innerText()).toContain("not known yet");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => keys.length).toBe(1);
  await page.keyboard.press("Escape");
  await titleIn(page).fill("On a train, typed on");
  await wake(page);
  await says(page, `Revision ${before + 1} is live.`);
  await says(page, "Not published");
  expect(await titleIn(page).inputValue()).toBe("On a train, typed on");
  expect(await page.locator("body").innerText()).not.toContain("while you were editing");
  expect([await liveNumber(), new Set(keys).size]).toEqual([before + 1, 1]);
});

it("a rollback whose answer is lost has its first outcome at the second click, and one that comes too late says whose revision is live", async () => {
  const number = await publishElsewhere(editor(), { title: "To go back to" });
  await publishElsewhere(editor(), { title: "The latest" });
  const { page, unexpected } = await begin();
  const keys = await loseAnswer(page, "POST", "**/rollback");
  // Nothing but the clicks is to find out: the page's own timers stand still, also those that it sets first.
  const now = () => page.evaluate(() => Date.now());
  await page.clock.install({ time: await now() });
  const polls: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith("/api/notice")) polls.push(request);
  });
  await page.reload();
  await titleIn(page).waitFor();
  await page.clock.pauseAt((await now()) + 10_000);
  // What was asked for before that is known by the time that another reply has come.
  await page.evaluate("fetch('/healthz').then((response) => response.text())");
  await Promise.all(polls.map((request) => request.response()));
  const before = polls.length;
  await page.getByRole("button", { name: "History" }).click();
  const sheet = page.getByRole("dialog", { name: "History" });
  const entry = (number: number) =>
    sheet.locator("summary", { has: page.getByText(`${number}`, { exact: true }) });
  await entry(number).click();
  await sheet.getByRole("button", { name: "Roll back to this one" }).click();
  const review = page.getByRole("dialog", { name: `What rolling back to revision ${number} changes` });
  const rollBack = review.getByRole("button", { name: "Roll back" });
  await rollBack.waitFor();
  // The fields and buttons that have had the focus since are not the page's coming back.
  expect([before > 0, polls.length]).toEqual([true, before]);
  const quicker = await publishElsewhere(editor(), { title: "Quicker" });
  await rollBack.click();
  await expect.poll(() => review.getByRole("alert").innerText()).toContain("not known yet");
  await rollBack.click();
  await says(page, `Nothing was rolled back: revision ${quicker} by ben was published meanwhile`);
  await entry(quicker).waitFor();
  expect([keys.length, new Set(keys).size, await liveNumber()]).toEqual([2, 1, quicker]);

  keys.length = 0;
  await rollBack.click();
  await expect.poll(() => review.getByRole("alert").innerText()).toContain("not known yet");
  await rollBack.click();
  await says(page, `Revision ${quicker + 1} brings back what revision ${number} said`);
  expect([keys.length, new Set(keys).size, await liveNumber()]).toEqual([2, 1, quicker + 1]);
  expect(unexpected()).toEqual([]);
});
