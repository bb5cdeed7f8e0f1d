import { describe, expect, it } from "vitest";
import { openSignedIn, publishElsewhere, says, saysPublished } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

describe("the history", () => {
  it("is the library of texts: compared, started from, rolled back to", async () => {
    const number = await publishElsewhere(editor(), { title: "An old text" }, "olga");
    const other = await publishElsewhere(editor(), { title: "A new text" });
    const opened = await openSignedIn(editor());
    await opened.page.getByRole("button", { name: "History" }).click();
    const sheet = opened.page.getByRole("dialog", { name: "History" });
    await says(opened.page, /olga changed the title/);
    await says(opened.page, /just now, \w+ \d+, 20\d\d, \d+:\d\d [AP]M/);
    await sheet.locator("summary").filter({ hasText: "olga" }).first().click();
    await sheet.getByLabel(`Compare revision ${number} with`).selectOption(String(other));
    await expect.poll(() => sheet.locator("dd").first().innerText()).toMatch(/An?\s.*new.*old.*text/s);
    await says(opened.page, `The page as it was in revision ${number}`);
    const page = sheet.frameLocator("iframe.shown");
    await expect.poll(() => page.locator("h1").textContent()).toBe("An old text");
    await sheet.getByRole("button", { name: "Start from this one" }).click();
    expect(await opened.page.getByLabel("Title", { exact: true }).inputValue()).toBe("An old text");
    await says(opened.page, "Not published");

    await opened.page.getByRole("button", { name: "History" }).click();
    await sheet.locator("summary").filter({ hasText: "olga" }).first().click();
    await sheet.getByRole("button", { name: "Roll back to this one" }).click();
    await opened.page
      .getByRole("dialog", { name: `What rolling back to revision ${number} changes for visitors` })
      .getByRole("button", { name: "Roll back" })
      .click();
    const broughtBack = `Revision ${other + 1} brings back what revision ${number} said`;
    await saysPublished(opened.page, new RegExp(broughtBack));
    await opened.page.getByRole("button", { name: "History" }).click();
    await expect
      .poll(() => sheet.locator("summary").first().innerText())
      .toMatch(new RegExp(`changed the title\\s+the same as ${number}\\s`));
    expect(opened.unexpected()).toEqual([]);
  });

  it("started from leaves no language of what is live without a tab", async () => {
    await publishElsewhere(editor(), { title: "One language" }, "uma");
    await publishElsewhere(editor(), {
      title: "Two",
      translations: { de: { title: "Zwei" }, fr: { title: "Deux" } },
    });
    const opened = await openSignedIn(editor());
    const { page } = opened;
    await page.getByRole("button", { name: "History" }).click();
    const sheet = page.getByRole("dialog", { name: "History" });
    await sheet.locator("summary").filter({ hasText: "uma" }).first().click();
    await sheet.getByRole("button", { name: "Start from this one" }).click();
    const tabs = page.getByRole("tablist", { name: "Languages" }).getByRole("tab");
    expect(await tabs.allInnerTexts()).toEqual([
      expect.stringContaining("The notice"),
      "French to be decided",
      "German to be decided",
    ]);
    await page.getByRole("tab", { name: /^German/ }).click();
    expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Zwei");
    await page.getByRole("button", { name: "Keep them" }).click();
    await page.getByRole("tab", { name: "German kept" }).waitFor();
    await page.getByRole("tab", { name: /^French/ }).click();
    await page.getByRole("button", { name: "Remove French" }).click();
    await page.getByRole("tab", { name: "French removed" }).waitFor();
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("dialog").locator("dt").allInnerTexts()).toEqual([
      "Title",
      "Title in French",
    ]);
    expect(opened.unexpected()).toEqual([]);
  });

  it("says what became of the translations, and a rollback goes through a review of what is live then", async () => {
    const number = await publishElsewhere(editor(), { title: "Without any" });
    await publishElsewhere(editor(), {
      title: "Moving",
      translations: { de: { title: "Umzug" }, fr: { title: "Travaux" } },
    });
    const live = await publishElsewhere(editor(), { title: "Plain" });
    const opened = await openSignedIn(editor());
    const { page } = opened;
    await page.getByRole("button", { name: "History" }).click();
    const sheet = page.getByRole("dialog", { name: "History" });
    const of = (revision: number) =>
      sheet.locator("summary", { has: page.getByText(`${revision}`, { exact: true }) });
    await expect.poll(() => of(live).innerText()).toMatch(/translations removed: German, French/);
    expect(await of(live - 1).innerText()).toMatch(/translations added: German, French/);
    await of(number).click();
    await sheet.getByRole("button", { name: "Roll back to this one" }).click();
    const review = page.getByRole("dialog", {
      name: `What rolling back to revision ${number} changes for visitors`,
    });
    await expect
      .poll(() => review.locator("del").allInnerTexts())
      .toEqual([expect.stringContaining("Plain")]);
    const quicker = await publishElsewhere(editor(), {
      title: "Quicker",
      translations: { de: { title: "Schneller" } },
    });
    await page.keyboard.press("Control+Enter");
    await says(page, `Nothing was rolled back: revision ${quicker} by ben was published meanwhile`);
    await says(page, "The translation into German will be removed.");
    await expect
      .poll(async () => (await review.locator("del").allInnerTexts()).join())
      .toMatch(/Quicker.*Schneller/s);
    await page.keyboard.press("Escape");
    await expect.poll(() => review.count()).toBe(0);
    expect(await sheet.isVisible()).toBe(true);
    await sheet.getByRole("button", { name: "Roll back to this one" }).click();
    await page.keyboard.press("Control+Enter");
    await says(page, new RegExp(`Revision ${quicker + 1} brings back what revision ${number} said`));
    expect(opened.unexpected()).toEqual([]);
  });
});
