import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  type EditorPage,
  enter,
  inSight,
  openEditor,
  openSignedIn,
  publishElsewhere,
  says,
  saysPublished,
} from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { translated } from "../../support/texts/translated.ts";

const editor = sharedEditor();

async function begin(options = {}): Promise<EditorPage> {
  const opened = await openSignedIn(editor(), options);
  return opened;
}

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((element) => element === document.activeElement);

it("a text with markup is followed by what visitors will read, until it is plain", async () => {
  const { page } = await begin();
  const message = page.getByLabel("Message");
  await message.fill("We are down.<br>Back at nine.");
  await says(page, "Visitors will read <br> as it stands: write plain text.");
  const described = await message.getAttribute("aria-describedby");
  expect(described).toContain("-fault");
  await message.fill("We are down.\nBack at nine.");
  await expect.poll(() => page.locator("body").innerText()).not.toContain("Visitors will read <br>");
});

describe("an expected return", () => {
  it("is a time in the operator's zone, with what visitors read elsewhere and in UTC", async () => {
    const { page } = await begin({ timezoneId: "Europe/Berlin" });
    await page.locator("label", { hasText: "A time" }).click();
    expect(await page.getByLabel("Date").inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/);
    await says(page, "Your draft, except for what has to be corrected first: Expected return");
    await page.getByLabel("Date").fill("2126-11-22");
    await page.getByLabel("Time", { exact: true }).fill("03:30");
    await page.getByLabel("A visitor in").selectOption("Asia/Tokyo");
    const read = await page.locator(".visitors-read").innerText();
    expect(read.replaceAll("\u00a0", " ")).toMatch(/November 22, 2126 at 3:30 AM.*2:30 AM UTC.*11:30 AM/s);
    await page.getByLabel("Time zone").selectOption("America/New_York");
    expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("21:30");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    await saysPublished(page, /Revision \d+ is live\./);
    await page.getByLabel("Date").fill("2126-11-21");
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("dialog").locator("dd").innerText()).toMatch(
      /Before\s+Friday, November 22, 2126 at 3:30 AM GMT\+1\s+After\s+Thursday, November 21, 2126 at 3:30 AM GMT\+1/,
    );
  });

  it("that does not exist is refused with the next one, and one that comes twice is asked for", async () => {
    const { page } = await begin({ timezoneId: "Europe/Berlin" });
    await page.locator("label", { hasText: "A time" }).click();
    await page.getByLabel("Date").fill("2027-03-28");
    await page.getByLabel("Time", { exact: true }).fill("02:30");
    await says(page, /02:30 on 2027-03-28 does not exist in Europe\/Berlin.*the next time there is 03:00/);
    await page.getByLabel("Date").fill("2026-10-25");
    await says(page, /02:30 on 2026-10-25 comes twice/);
    await page.locator("label", { hasText: "The second" }).click();
    await says(page, /1:30\sAM\sUTC/);
  });

  it("in words says what was probably meant, and becomes that time", async () => {
    const { page } = await begin({ timezoneId: "Asia/Tokyo", viewport: { width: 1280, height: 440 } });
    await page.locator("label", { hasText: /^Words$/ }).click();
    const words = page.locator('[data-pointer="#/expectedReturn"]');
    await words.fill("Back at 9");
    await says(page, "If you mean a time, choose “A time”");
    await words.fill("soon");
    await expect.poll(() => page.locator(".words-remark").innerText()).toBe("");
    await words.fill("2026-11-31T22:30:00Z");
    await words.blur();
    await says(page, "There is no such time: correct the date or the clock time, or write words.");
    await words.fill("in 3 hours");
    await says(page, /Did you mean \w+,\s\w+\s\d+,\s\d{4}\sat\s/);
    await words.fill("Morgen");
    await says(page, /Did you mean \w+,\s\w+\s\d+,\s\d{4}\sat\s11:59\sPM\sGMT\+9\?/);
    await words.fill("2020-02-30");
    await says(page, "If you mean a time, choose “A time”");
    await words.fill("2020-02-28T12:00:00Z");
    await says(page, /Did you mean \w+,\s\w+\s\d+,\s\d{4}\sat\s9:00\sPM\sGMT\+9\?/);
    await words.fill("22:30");
    await says(page, /Did you mean \w+,\s\w+\s\d+,\s\d{4}\sat\s10:30\sPM\sGMT\+9\?/);
    await inSight(page.getByRole("button", { name: "Use that time" }));
    expect(await page.locator(".return").innerText()).not.toMatch(/\d{4}-\d\d-\d\d|RFC|alone|shape/);
    await page.getByRole("button", { name: "Use that time" }).click();
    expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("22:30");
    await expect.poll(() => isFocused(page.getByLabel("Date"))).toBe(true);
    await says(page, /That is in /);
    await page.getByLabel("Date").fill("2126-11-22");
    await says(page, /, more than fourteen days ahead: see whether the date is right\./);
    await says(page, "The page’s own message says “shortly”, and this is more than a day ahead");
    await page.getByLabel("Message").fill("Until the next century.");
    await expect.poll(() => page.locator(".return").innerText()).not.toContain("shortly");
  });

  it("in words that are a time with a zone is that time, says so, and is published as such", async () => {
    const { page } = await begin({ timezoneId: "Asia/Tokyo" });
    await page.getByLabel("Message").fill("Until the next century.");
    await page.locator("label", { hasText: /^Words$/ }).click();
    const words = page.locator('[data-pointer="#/expectedReturn"]');
    await words.fill("Fri, 22 Nov 2126 04:00:00 GMT");
    await says(
      page,
      /Visitors read this as a time in their own time zone: .*22,\s2126\sat\s1:00\sPM\sGMT\+9\./,
    );
    await words.fill("Fri, 22 Nov 2126 04:00:00 GMT, perhaps");
    await says(page, "If you mean a time, choose “A time”");
    await words.fill("2126-11-22 04:00 UTC");
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("dialog").innerText()).toMatch(/November\s22,\s2126\sat\s1:00\sPM/);
    await page.keyboard.press("Control+Enter");
    await saysPublished(page, /Revision \d+ is live\./);
    const store = await editor().backend.read();
    const { notice } = await store.latest().finally(() => store.close());
    expect(notice.expectedReturn).toBe("2126-11-22T04:00:00Z");
  });

  it("in words that were published as they are stays so until it is typed, and offers the time", async () => {
    await publishElsewhere(editor(), { expectedReturn: "2126-11-22 04:00 UTC" });
    const { page } = await begin({ timezoneId: "Asia/Tokyo" });
    await says(page, /Did you mean \w+,\sNovember\s22,\s2126\sat\s1:00\sPM\sGMT\+9\?/);
    await page.getByRole("button", { name: "Use that time" }).click();
    expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("13:00");
  });

  it("in words that do not say which time cannot be published, but as that time or as written", async () => {
    await publishElsewhere(editor(), { title: "Moving" });
    const { page } = await begin({ timezoneId: "Asia/Tokyo" });
    await page.locator("label", { hasText: /^Words$/ }).click();
    const words = page.locator('[data-pointer="#/expectedReturn"]');
    const dialog = page.getByRole("dialog");
    const publish = dialog.getByRole("button", { name: /^Publish/ });
    const refused =
      /does not tell every visitor when to come back\. Did you mean .*\sat\s10:30\sPM\sGMT\+9\?/;
    await words.fill("22:30");
    await expect.poll(() => words.getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.press("Control+Enter");
    expect(await publish.isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: refused }).click();
    await expect.poll(() => isFocused(words)).toBe(true);
    await page.getByRole("button", { name: "Use that time" }).click();
    await page.keyboard.press("Control+Enter");
    expect(await publish.isDisabled()).toBe(false);
    await dialog.getByRole("button", { name: "Back" }).click();

    await page.locator("label", { hasText: /^Words$/ }).click();
    await words.fill("in 3 hours");
    await page.getByRole("button", { name: "Publish it as written" }).click();
    await expect.poll(() => isFocused(words)).toBe(true);
    expect(await words.getAttribute("aria-invalid")).toBeNull();
    await words.fill("+2h");
    await page.getByRole("button", { name: "Use that time" }).waitFor();
    expect(await page.getByRole("button", { name: "Publish it as written" }).count()).toBe(0);
    await words.fill("22:30");
    await expect.poll(() => words.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Publish it as written" }).click();
    await page.keyboard.press("Control+Enter");
    await publish.click();
    await saysPublished(page, /Revision \d+ is live\./);
    expect(await words.getAttribute("aria-invalid")).toBeNull();
    const store = await editor().backend.read();
    const { notice } = await store.latest().finally(() => store.close());
    expect(notice.expectedReturn).toBe("22:30");
  });

  it("from now is by the clock of the service, not of this computer", async () => {
    const opened = await openEditor(editor().makeLink(), { timezoneId: "UTC" });
    await opened.page.clock.setFixedTime(new Date("2020-01-01T00:00:00Z"));
    await opened.page.reload();
    await enter(opened);
    await opened.page.locator("label", { hasText: "A time" }).click();
    await opened.page.getByRole("button", { name: "+2 h" }).click();
    await says(opened.page, /That is in 2 h(?: 1 min)?\./);
    const date = await opened.page.getByLabel("Date").inputValue();
    const clock = await opened.page.getByLabel("Time", { exact: true }).inputValue();
    const ahead = Date.parse(`${date}T${clock}Z`) - Date.now() - 2 * 3_600_000;
    expect(Math.abs(ahead)).toBeLessThan(180_000);
  });
});

describe("languages", () => {
  it("say what a change is of, and stay, go or are written anew as it is chosen", async () => {
    await publishElsewhere(editor(), { ...translated });
    const { page } = await begin();
    await page.getByLabel("Title", { exact: true }).fill("We are moving again");
    await says(
      page,
      /Arabic, Brazilian Portuguese, German, and Simplified Chinese translate what the notice said before/,
    );
    await page.getByRole("tab", { name: /^German to be decided/ }).click();
    await says(
      page,
      /Without this translation, visitors who read German get the notice’s own words, in English\./,
    );
    await page.getByRole("button", { name: "Keep them" }).click();
    await page.getByRole("tab", { name: /^German kept/ }).waitFor();
    await page.getByRole("tab", { name: /^Arabic/ }).click();
    await page.getByRole("button", { name: "Rewrite them" }).click();
    const title = page.getByLabel("Title", { exact: true });
    expect([
      await title.inputValue(),
      await title.getAttribute("lang"),
      await title.getAttribute("dir"),
    ]).toEqual(["", "ar", "rtl"]);
    expect(await isFocused(title)).toBe(true);
    await title.fill("نح");
    await page.getByRole("button", { name: "Back to the published words" }).click();
    expect(await title.inputValue()).toBe(translated.translations?.ar?.title);
    await expect.poll(() => isFocused(page.getByRole("tab", { name: "Arabic to be decided" }))).toBe(true);
    await page.getByRole("button", { name: "Rewrite them" }).click();
    await title.fill("نحن");
    await page.getByLabel("Message", { exact: true }).fill("نحن");
    await page.getByLabel("Expected return", { exact: true }).fill("نحن");
    await page.getByRole("button", { name: "Review and publish" }).click();
    const sheet = page.getByRole("dialog");
    await says(page, "Before you can publish, choose for Brazilian Portuguese and Simplified Chinese.");
    const publish = sheet.getByRole("button", { name: /^Publish/ });
    expect(await publish.isDisabled()).toBe(true);
    await page.keyboard.press("Control+Enter");
    for (const language of ["Brazilian Portuguese", "Simplified Chinese"])
      await sheet
        .getByRole("group", { name: language, exact: true })
        .locator("label", { hasText: "Let go" })
        .click();
    expect(await publish.isDisabled()).toBe(false);
    await says(page, /Visitors who read Arabic and German get their translation\./);
    await says(page, "The translations into Brazilian Portuguese and Simplified Chinese will be removed.");
    expect(await sheet.innerText()).not.toMatch(/stay as they are/);
    expect(await sheet.locator("dt").allInnerTexts()).toContain("Title in Brazilian Portuguese");
  });

  it("are added, and removed again", async () => {
    await publishElsewhere(editor(), { title: "Moving" });
    const { page } = await begin();
    await page.getByLabel("Add a language").selectOption("fr");
    await says(page, /Nothing is written in French yet\./);
    await page.getByLabel("Title", { exact: true }).fill("Nous déménageons");
    await expect
      .poll(() => page.getByRole("tab", { name: "French" }).getAttribute("aria-selected"))
      .toBe("true");
    await page.getByRole("tab", { name: /^The notice/ }).click();
    await page.getByRole("button", { name: "Use the default" }).click();
    await expect.poll(() => isFocused(page.getByLabel("Title", { exact: true }))).toBe(true);
    await page.getByRole("tab", { name: "French" }).click();
    await says(page, /There is nothing to translate yet/);
    await page.getByRole("button", { name: "Remove French" }).click();
    expect(await page.getByRole("tab", { name: "French" }).count()).toBe(0);
    await page.getByLabel("Title", { exact: true }).fill("Moving");
    await says(page, "Nothing to publish");
  });
});

describe("the keyboard alone", () => {
  it("goes from the words over the languages to the published revision", async () => {
    await publishElsewhere(editor(), { ...translated });
    const { page } = await begin();
    await page.getByRole("tab", { name: /^The notice/ }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Arabic");
    await page.keyboard.press("Home");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Control+Enter");
    await says(page, /Revision \d+ is live\./);
  });
});
