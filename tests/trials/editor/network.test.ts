import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openElsewhere, says } from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { status } from "../../support/browser/waiting.ts";

/** Lets a proxy keep what is asked for so, the oldest first, until each is let through. */
function holdBack({ proxy }: Awaited<ReturnType<typeof openElsewhere>>, what: string): (() => void)[] {
  const held: (() => void)[] = [];
  proxy.answerWith((request, response) => {
    const pass = () => proxy.forward(request, response);
    if (`${request.method} ${request.url}` === what) held.push(pass);
    else pass();
  });
  return held;
}

/** Resolves once the page asks for what was typed last: its timer for that is shorter than this one, and was set before. */
const untilTypingRests = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => void setTimeout(resolve, 100)));

it("a slow preview is reported, and the latest preview wins in whichever order replies come", async () => {
  const opened = await openElsewhere();
  const { page, previewText } = opened;
  const title = page.getByLabel("Title", { exact: true });
  const before = await previewText();
  const shows = (text: string) => expect.poll(() => previewText().catch(() => "")).toBe(text);
  const isHeld = (count: number) => expect.poll(() => held.length).toBe(count);
  const held = holdBack(opened, "POST /preview");
  await title.fill("One");
  await isHeld(1);
  await says(page, "What you see here may be older than your words");
  expect([await previewText(), await title.inputValue()]).toEqual([before, "One"]);
  // A late page holds up nobody, and there are no more than two of them.
  await title.fill("Two");
  await isHeld(2);
  await title.fill("Three");
  await title.fill("Four");
  await untilTypingRests(page);
  held[1]?.();
  await shows("Two");
  await isHeld(3);
  held[2]?.();
  await shows("Four");
  await expect.poll(() => page.locator(".preview > p").innerText()).toBe("");
  expect(await page.locator("iframe").count()).toBe(1);
  // What was asked for first comes last, and finds nobody waiting for it.
  held[0]?.();
  await title.fill("Five");
  await isHeld(4);
  held[3]?.();
  await shows("Five");
  expect([held.length, await page.locator("iframe").count(), await title.inputValue()]).toEqual([
    4,
    1,
    "Five",
  ]);
  expect(opened.unexpected()).toEqual([]);
});

/** Which of the reasons the page gives, whose words are in a line of their own. */
const reason = (page: Page) => page.locator(".line.warning").first().innerText();
const isOver = (page: Page) => expect.poll(() => page.locator(".line.warning").count()).toBe(0);

it("the editor tells offline from unreachable, and publishes the typed text when it is reachable again", async () => {
  const { page, context, proxy, previewText, unexpected } = await openElsewhere();
  await context.setOffline(true);
  await page.getByLabel("Title", { exact: true }).fill("Typed in a tunnel");
  await says(page, "You are offline");
  expect(await reason(page)).toMatch(/Your words are kept in this browser\. Visitors are not affected/);
  expect(await reason(page)).not.toContain("notice editor");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("You are offline");
  await says(page, "It does not show your latest words right now");
  await context.setOffline(false);
  await isOver(page);
  // The review no longer says so, either; what became of the publication is as unknown as before.
  await expect.poll(() => page.getByRole("alert").innerText()).toMatch(/^It is not known yet/);
  await page.keyboard.press("Escape");
  await expect.poll(() => previewText().catch(() => "")).toBe("Typed in a tunnel");

  // Its proxy is there, and finds nobody behind it.
  proxy.answerWith(status(502));
  await wake(page);
  await says(page, "The editor cannot be reached");
  proxy.answerWith();
  await wake(page);
  await isOver(page);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: /^Publish/ }).click();
  await says(page, /Revision \d+ is published\./);
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Typed in a tunnel");
  expect(unexpected()).toEqual([]);
});
