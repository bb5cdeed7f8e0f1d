import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../../support/browser/browser.ts";
import {
  enter,
  openEditor,
  openSignedIn,
  publishElsewhere,
  says,
} from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { translated } from "../../support/texts/translated.ts";

const editor = sharedEditor();
const visit = launchBrowser(still);

describe("from the shell to a visitor", () => {
  it("a link opens the editor, the draft is seen in Arabic and in dark, and the visitor's open page changes", async () => {
    await publishElsewhere(editor(), translated);
    const service = await serveHere({ DATABASE: editor().database });
    const visitor = await visit(service.url, { locale: "ar" });
    const opened = await openEditor(editor().makeLink());
    const { page, previewText, unexpected } = opened;
    await enter(opened);
    const depth = await page.evaluate(() => history.length);

    await page.getByRole("tab", { name: "Arabic" }).click();
    await page.getByLabel("Dark").check({ force: true });
    await page.getByLabel("Title", { exact: true }).fill("نعود قريبًا");
    await expect.poll(() => previewText().catch(() => "")).toBe("نعود قريبًا");
    const frame = page.frameLocator("iframe.shown").locator("html");
    expect(await frame.getAttribute("dir")).toBe("rtl");
    expect(await frame.evaluate((root) => getComputedStyle(root.ownerDocument.body).backgroundColor)).toBe(
      "rgb(26, 21, 18)",
    );
    expect(await visitor.page.locator("h1").textContent()).toBe(translated.translations?.ar?.title);

    await page.keyboard.press("Control+Enter");
    const sheet = page.getByRole("dialog");
    await expect
      .poll(() => sheet.locator("ins").allTextContents())
      .toEqual([expect.stringContaining("نعود قريبًا")]);
    await page.keyboard.press("Control+Enter");
    await says(page, /Revision 3 is live\./);
    await wake(visitor.page);
    await expect.poll(() => visitor.page.locator("h1").textContent()).toBe("نعود قريبًا");

    await page.getByRole("button", { name: "Undo" }).click();
    await says(page, /Revision 4 is live\.\s+Revision 4 brings back what revision 2 said/);
    await wake(visitor.page);
    await expect
      .poll(() => visitor.page.locator("h1").textContent())
      .toBe(translated.translations?.ar?.title);
    expect(await page.evaluate(() => history.length)).toBe(depth);
    expect([...unexpected(), ...visitor.unexpected()]).toEqual([]);
  });
});

describe("the difference before publishing", () => {
  it("marks words, says them to screen readers, and who reads what", async () => {
    await publishElsewhere(editor(), { title: "Moving", message: "Back at nine.", language: "en" });
    const opened = await openSignedIn(editor());
    const { page } = opened;
    await page.getByLabel("Message", { exact: true }).fill("Back at ten.");
    await page.getByRole("button", { name: "Review and publish" }).click();
    const sheet = page.getByRole("dialog", { name: "What changes for visitors" });
    expect(await sheet.locator("dd").innerText()).toMatch(/^Back at\s+removed:\s+nine\s+added:\s+ten\s*\.$/);
    expect(await sheet.innerText()).toContain("Every visitor reads these words in English");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("Back at ten.");
    const opener = page.getByRole("button", { name: "Review and publish" });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it("asks once for all translations of words that have changed, and publishes nothing before", async () => {
    const translations = { de: { title: "Umzug" }, fr: { title: "Travaux" } };
    const before = await publishElsewhere(editor(), { title: "Mooving", language: "en", translations });
    const opened = await openSignedIn(editor());
    const { page } = opened;
    await page.getByLabel("Title", { exact: true }).fill("Moving");
    await page.keyboard.press("Control+Enter");
    const sheet = page.getByRole("dialog", { name: "What changes for visitors" });
    await says(page, "If it goes, visitors who read German get the notice’s own words, in English.");
    await page.keyboard.press("Control+Enter");
    await says(page, "Before you can publish, choose for French and German.");
    expect(await editor().backend.latestNumber()).toBe(before);
    await sheet.locator("label", { hasText: "Let them all go" }).click();
    await says(page, "The translations into French and German will be removed.");
    expect(await sheet.locator("dt").allInnerTexts()).toEqual([
      "Title",
      "Title in French",
      "Title in German",
    ]);
    await sheet.getByRole("group", { name: "German" }).locator("label", { hasText: "Keep" }).click();
    await sheet.locator("label", { hasText: "Keep them all" }).click();
    await expect.poll(() => sheet.locator("dt").allInnerTexts()).toEqual(["Title"]);
    await page.keyboard.press("Control+Enter");
    await says(page, `Revision ${before + 1} is live.`);
    const store = await editor().backend.read();
    const { notice } = await store.latest().finally(() => store.close());
    expect([notice.title, notice.translations]).toEqual(["Moving", translations]);
    expect(opened.unexpected()).toEqual([]);
  });

  it("keeps no translation that lacks a text, and leads to where that is written", async () => {
    const translations = { de: { title: "Umzug" }, fr: { title: "Travaux" } };
    await publishElsewhere(editor(), { title: "Moving", language: "en", translations });
    const opened = await openSignedIn(editor());
    const { page } = opened;
    await page.locator("label", { hasText: /^Words$/ }).click();
    await page.locator('[data-pointer="#/expectedReturn"]').fill("Tomorrow morning");
    await page.keyboard.press("Control+Enter");
    const sheet = page.getByRole("dialog", { name: "What changes for visitors" });
    const first = sheet.getByRole("button", { name: "To keep German, write its expected return first." });
    await first.waitFor();
    expect(await sheet.innerText()).not.toMatch(/Keep them all|go on reading|is empty/);
    expect(await sheet.locator("del").count()).toBe(0);
    await sheet.getByRole("group", { name: "French" }).locator("label", { hasText: "Let go" }).click();
    await first.click();
    const field = page.getByRole("tabpanel").getByLabel("Expected return", { exact: true });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.fill("Morgen früh");
    await page.keyboard.press("Control+Enter");
    expect(await sheet.getByRole("button", { name: /^Publish/ }).isDisabled()).toBe(false);
    expect(await sheet.getByRole("group", { name: "German" }).count()).toBe(0);
  });

  it("names the languages whose words go without a choice", async () => {
    const translations = {
      de: { title: "Umzug", message: "Um neun." },
      fr: { title: "Travaux", message: "À neuf heures." },
    };
    await publishElsewhere(editor(), { title: "Moving", message: "At nine.", translations });
    const opened = await openSignedIn(editor());
    const { page } = opened;
    await page.getByLabel("Message", { exact: true }).fill("");
    await page.keyboard.press("Control+Enter");
    const warning = page.getByRole("dialog").locator("p.warning");
    await expect
      .poll(() => warning.allInnerTexts())
      .toEqual(["In French and German, your words for the message go, too."]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Use the default" }).click();
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => warning.allInnerTexts())
      .toEqual([
        "The translations into French and German go, as there are no words of yours left to translate.",
      ]);
  });

  it("leads to what has to be corrected first", async () => {
    const opened = await openSignedIn(editor());
    const { page } = opened;
    await page.getByLabel("Contact e-mail").fill("nobody");
    await page.keyboard.press("Control+Enter");
    const fault = page.getByRole("button", {
      name: /^Contact e-mail is no address that mail can be sent to/,
    });
    expect(await page.getByRole("button", { name: /^Publish/ }).isDisabled()).toBe(true);
    await fault.click();
    const field = page.getByLabel("Contact e-mail");
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
  });
});
