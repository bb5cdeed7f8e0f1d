import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { enter, openEditor, says } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

describe("an editor that does not answer", () => {
  /** Which of the reasons the page gives, whose words are in a line of their own. */
  const reason = (page: Page) => page.locator(".line.warning").first().innerText();
  const isOver = (page: Page) => expect.poll(() => page.locator(".line.warning").count()).toBe(0);

  it("on this machine has stopped, also while the browser has no network", async () => {
    const opened = await openEditor(editor().makeLink());
    await enter(opened);
    const { page, context } = opened;
    await context.setOffline(true);
    await page.getByLabel("Title", { exact: true }).fill("Typed in a tunnel");
    await says(page, "Your words are kept in this browser");
    expect(await reason(page)).toContain("Start it again with notice editor");
    expect(await reason(page)).not.toContain("offline");
    await context.setOffline(false);
    await isOver(page);
    expect(opened.unexpected()).toEqual([]);
  });
});
