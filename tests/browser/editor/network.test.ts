import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { enter, openEditor, openElsewhere, patient, says } from "../../support/browser/editor-page.ts";
import { status } from "../../support/browser/waiting.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

describe("over a slow network", () => {
  it("a publication that takes its time is sent once, and the words stay", async () => {
    const opened = await openEditor(editor().makeLink());
    await enter(opened);
    const { page, context } = opened;
    await page.getByLabel("Title", { exact: true }).fill("Slowly");
    let sent = 0;
    let letGo = (): void => {};
    const answered = new Promise<void>((resolve) => (letGo = resolve));
    await context.route("**/api/notice", async (route) => {
      if (route.request().method() !== "GET") {
        sent += 1;
        await answered;
      }
      await route.continue();
    });
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: /^Publish/ }).waitFor();
    await page.keyboard.press("Control+Enter");
    const button = page.getByRole("button", { name: /^Publishing…/ });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.keyboard.press("Control+Enter");
    letGo();
    await says(page, /Revision 2 is live\./);
    expect(sent).toBe(1);
    expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Slowly");
    expect(opened.unexpected()).toEqual([]);
  });
});

describe("an editor that does not answer", () => {
  /** Which of the reasons the page gives, whose words are in a line of their own. */
  const reason = (page: Page) => page.locator(".line.warning").first().innerText();
  const isOver = (page: Page) => expect.poll(() => page.locator(".line.warning").count(), patient).toBe(0);

  it("on this machine has stopped, also while the browser has no network", async () => {
    const opened = await openEditor(editor().makeLink());
    await enter(opened);
    const { page, context } = opened;
    await context.setOffline(true);
    await page.getByLabel("Title", { exact: true }).fill("Typed in a tunnel");
    await says(page, "Your words are kept in this browser");
    expect(await reason(page)).toContain("Start it again with npx notice editor");
    expect(await reason(page)).not.toContain("offline");
    await context.setOffline(false);
    await isOver(page);
    expect(opened.unexpected()).toEqual([]);
  });

  it("elsewhere is told apart from a device that is offline, and what was typed is published once it answers", async () => {
    const { page, context, proxy, unexpected } = await openElsewhere();
    await context.setOffline(true);
    await page.getByLabel("Title", { exact: true }).fill("Typed in a tunnel");
    await says(page, "You are offline");
    expect(await reason(page)).toMatch(/Your words are kept in this browser\. Visitors see the notice as before/);
    expect(await reason(page)).not.toContain("npx");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: /^Publish/ }).click();
    await expect.poll(() => page.getByRole("alert").innerText(), patient).toContain("You are offline");
    await page.keyboard.press("Escape");
    await context.setOffline(false);
    await isOver(page);

    // Its proxy is there, and finds nobody behind it.
    proxy.answerWith(status(502));
    await says(page, "The editor cannot be reached");
    proxy.answerWith();
    await isOver(page);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: /^Publish/ }).click();
    await says(page, /Revision \d+ is live\./);
    expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Typed in a tunnel");
    expect(unexpected()).toEqual([]);
  });
});
