import { describe, expect, it } from "vitest";
import { enter, openEditor, patient, says } from "../../support/browser/editor-page.ts";
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

describe("without a network", () => {
  it("what is typed stays, and is published once the network is back", async () => {
    const opened = await openEditor(editor().makeLink());
    await enter(opened);
    const { page, context } = opened;
    await context.setOffline(true);
    await page.getByLabel("Title", { exact: true }).fill("Typed in a tunnel");
    // An editor on this machine needs no network: it is the editor that does not answer.
    await says(page, "Your words are kept in this browser");
    await context.setOffline(false);
    await expect
      .poll(() => page.locator("body").innerText(), patient)
      .not.toContain("The editor does not answer");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: /^Publish/ }).click();
    await says(page, /Revision \d+ is live\./);
    expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Typed in a tunnel");
    expect(opened.unexpected()).toEqual([]);
  });
});
