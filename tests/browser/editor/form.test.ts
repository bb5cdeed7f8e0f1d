import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { cutTabs } from "../../support/browser/editor-languages.ts";
import {
  button,
  field,
  hasFocus,
  inSight,
  liveNotice,
  openSignedIn,
  publish,
  publishElsewhere,
  review,
  says,
  saysPublished,
  sharedPage,
  tab,
} from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { translated } from "../../support/texts/translated.ts";

const editor = sharedEditor();
const begin = sharedPage(editor, { timezoneId: "Asia/Tokyo" });

const isInvalid = (input: Locator) => expect.poll(() => input.getAttribute("aria-invalid")).toBe("true");

it("a text with markup is followed by what visitors read, and only what changes something can be published", async () => {
  const { page } = await begin({ title: "Moving" });
  const isLoud = (isIt: boolean) =>
    expect
      .poll(() => button(page, "Review and publish").evaluate((it) => it.classList.contains("main")))
      .toBe(isIt);
  await isLoud(false);
  const message = field(page, "Message");
  await message.fill("We are down.<br>Back at nine.");
  await says(page, "Visitors will see <br> as typed: write plain text.");
  expect(await message.getAttribute("aria-describedby")).toContain("-fault");
  await isLoud(true);
  await message.fill("We are down.\nBack at nine.");
  await expect.poll(() => page.locator("body").innerText()).not.toContain("Visitors will see <br>");
  await field(page, "Title").fill("");
  await isLoud(true);
  await message.fill("");
  await field(page, "Title").fill("Moving");
  await says(page, "Published.");
  await isLoud(false);
  // An editor without a chat model loads nothing of proposals.
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(names.filter((name) => /proposals/.test(name))).toEqual([]);
});

/** Looks for Berlin in the list of zones, with a word that is none on the way. */
async function searchZones(page: Page): Promise<void> {
  const zone = page.getByLabel("Time zone");
  expect(await zone.inputValue()).toBe("Tokyo (Asia), UTC+9");
  await zone.fill("Mars");
  await page.keyboard.press("Tab");
  await says(page, "“Mars” is not the name of one time zone");
  expect(await zone.inputValue()).toBe("Tokyo (Asia), UTC+9");
  await zone.focus();
  const offered = await page
    .locator("datalist option")
    .evaluateAll((all) => all.map((it) => it.getAttribute("value")));
  expect(offered.slice(0, 2).join("; ")).toMatch(/^Tokyo \(Asia\), UTC\+9, Japan .*Time; UTC$/);
  expect(offered).toContainEqual(expect.stringMatching(/^Kyiv \(Europe\), UTC\+[23], Eastern European /));
  // What a browser writes when one of the list is chosen.
  await zone.fill(offered.find((zone) => zone?.startsWith("Berlin ")) ?? "");
}

it("an expected return is a time in a zone, with what visitors read elsewhere and before they read it", async () => {
  const { page, previewText } = await begin({ expectedReturn: "2126-11-21T18:30:00Z" });
  const [date, time] = [field(page, "Date"), field(page, "Time")];
  expect([await date.inputValue(), await time.inputValue()]).toEqual(["2126-11-22", "03:30"]);
  await page.getByLabel("A visitor in").fill("new york");
  await page.keyboard.press("Enter");
  const read = await page.locator(".visitors-read").innerText();
  expect(read.replaceAll("\u00a0", " ")).toMatch(/November 22, 2126 at 3:30 AM.*6:30 PM UTC.*1:30 PM/s);
  await says(page, /, more than fourteen days ahead: check the date\./);
  await says(page, "The page’s own message says “shortly”, but this is more than a day ahead");
  await date.fill("2126-11-21");
  await page.keyboard.press("Control+Enter");
  expect(await review(page).locator("dd").innerText()).toMatch(
    /Before\s+Friday, November 22, 2126 at 3:30 AM GMT\+9\s+After\s+Thursday, November 21, 2126 at 3:30 AM GMT\+9/,
  );
  await page.keyboard.press("Control+Enter");
  await saysPublished(page, /Revision \d+ is published\./);
  expect((await liveNotice(editor())).expectedReturn).toBe("2126-11-21T03:30:00+09:00");
  await searchZones(page);
  expect(await time.inputValue()).toBe("19:30");
  await date.fill("0026-11-21");
  await says(page, /That was \d+ d .* ago\./);
  await expect.poll(() => previewText(".relative")).toMatch(/^about 2,\d{3} years ago$/);
  await date.fill("2027-03-28");
  await time.fill("02:30");
  await says(
    page,
    /02:30 on 2027-03-28 does not exist in Europe\/Berlin.*The next time that exists is 03:00/,
  );
  await says(page, "Your draft, except for what has to be corrected first: Expected return");
  await date.fill("2026-10-25");
  await says(page, /02:30 on 2026-10-25 occurs twice/);
  await page.locator("label", { hasText: "The second" }).click();
  await says(page, /1:30\sAM\sUTC/);

  // From now is by the clock of the service, whatever this computer's says.
  await page.clock.setFixedTime(new Date("2020-01-01T00:00:00Z"));
  await page.reload();
  await button(page, "+2 h").click();
  await says(page, /That is in 2 h(?: 1 min)?\./);
  const chosen = Date.parse(`${await date.inputValue()}T${await time.inputValue()}+01:00`);
  // By summer time it is an hour less.
  expect(Math.round((chosen - Date.now()) / 3_600_000)).toBeOneOf([1, 2]);
  // If half past six is in two hours, the field has it already: without another time first, nothing is typed.
  await time.fill("18:31");
  await time.fill("18:30");
  await page.getByLabel("Time zone").fill("kyiv");
  await page.keyboard.press("Enter");
  await says(page, /18:30|6:30\sPM\sGMT\+[23]/);
  expect(await time.inputValue()).toBe("18:30");
  await page.clock.setSystemTime(new Date());
});

it("an expected return in words is read and said back, or is published as written if somebody says so", async () => {
  const { page } = await begin({ expectedReturn: "2126-11-22 04:00 UTC" });
  await page.setViewportSize({ width: 1280, height: 440 });
  const asWritten = button(page, "Publish it as written");
  const words = page.locator('[data-pointer="#/expectedReturn"]');
  // What stands is not judged.
  expect([await words.getAttribute("aria-invalid"), await asWritten.count()]).toEqual([null, 0]);
  await words.fill("Back at 9");
  await says(page, "If you mean a time, choose “A time”");
  await words.fill("2126-11-22 04:00 UTC ");
  await says(
    page,
    /Visitors read this as a time in their own time zone: .*22,\s2126\sat\s1:00\sPM\sGMT\+9\. That is in /,
  );
  // A leap second, which the browser's own dates do not have.
  await words.fill("2126-12-31T23:59:60Z");
  await says(page, /Visitors read this as a time in their own time zone: .*2127\sat\s9:00\sAM\sGMT\+9\./);
  for (const [typed, fault] of [
    ["2126-11-31T22:30:00Z", "There is no such time"],
    ["2020-01-01 10:00", /That was .* ago\. Write a time in the future\./],
  ] as const) {
    await words.fill(typed);
    await says(page, fault);
  }
  await words.fill("22:30");
  await says(page, /Visitors read this .*10:30\sPM\sGMT\+9\. That is in [^.]*\.$/m);
  await words.fill("22:30 Uhr");
  await isInvalid(words);
  await inSight(asWritten);
  await page.keyboard.press("Control+Enter");
  expect(
    await review(page)
      .getByRole("button", { name: /^Publish/ })
      .isDisabled(),
  ).toBe(true);
  await review(page)
    .getByRole("button", { name: /in no form that is read: write \+90m, 22:30, / })
    .click();
  await hasFocus(words);
  await asWritten.click();
  await hasFocus(words);
  await publish(page);
  await saysPublished(page, /Revision \d+ is published\./);
  expect([await words.getAttribute("aria-invalid"), (await liveNotice(editor())).expectedReturn]).toEqual([
    null,
    "22:30 Uhr",
  ]);
});

it("a language that the page does not have is shown by its tag, also once somebody else has published it", async () => {
  const { page } = await begin({ title: "Moving" });
  await publishElsewhere(editor(), { title: "Zügle", language: "gsw" });
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect.poll(() => field(page, "Title").inputValue()).toBe("Zügle");
  expect(await page.getByLabel("Language tag").inputValue()).toBe("gsw");
});

it("a language is added, told of at its field while it is half written, and removed again", async () => {
  const { page, previewText } = await begin({ title: "Moving", message: "Our shop gets new shelves." });
  const title = field(page, "Title");
  await page.getByLabel("Add a language").selectOption("de");
  await says(page, /Nothing is written in German yet\./);
  await title.fill("Wir ziehen um");
  await tab(page, "German to correct").waitFor();
  await title.blur();
  // The field that is left is another one.
  await says(page, "Message in German is empty: write it, or remove German.");
  const message = field(page, "Message");
  await isInvalid(message);
  await says(page, "Your draft, except for what has to be corrected first: Message in German");
  await tab(page, "The notice").click();
  await title.fill("Moving today");
  await expect.poll(() => previewText().catch(() => "")).toBe("Moving today");
  await tab(page, "German").click();
  await message.fill("Unser Laden bekommt neue Regale.");
  await expect.poll(() => previewText().catch(() => "")).toBe("Wir ziehen um");
  await page.getByRole("tab", { name: "German", exact: true }).waitFor();
  await button(page, "Remove German").click();
  expect(await tab(page, "German").count()).toBe(0);
  await title.fill("Moving");
  await says(page, "Published.");
});

it("a browser in UTC says how to write another zone, unless one was typed", async () => {
  await publishElsewhere(editor(), { expectedReturn: "soon" });
  const { page } = await openSignedIn(editor(), { timezoneId: "UTC" });
  const words = page.locator('[data-pointer="#/expectedReturn"]');
  const line = "This browser’s zone is UTC. For another, write 22:30 Europe/Berlin.";
  await words.fill("22:30");
  await says(page, line);
  await words.fill("22:30 UTC");
  await says(page, /That is in [^.]*\.$/m);
  expect(await page.getByText("This browser’s zone").count()).toBe(0);
});

it("translations of words that have changed are kept, written anew or removed, and nothing is published before that is chosen", async () => {
  const { page, revision } = await begin(translated);
  await page.setViewportSize({ width: 1366, height: 768 });
  const title = field(page, "Title");
  await title.fill("We are moving again");
  await says(
    page,
    /Arabic, Brazilian Portuguese, German, and Simplified Chinese translate what the notice said before/,
  );
  await tab(page, "German to be decided").click();
  expect((await cutTabs(page)).join()).not.toMatch(/The notice|Arabic|Brazilian/);
  await says(
    page,
    /Without this translation, visitors who read German get the notice’s own words, in English\./,
  );
  await button(page, "Keep them").click();
  await tab(page, "German kept").waitFor();
  await tab(page, "Arabic").click();
  await button(page, "Rewrite them").click();
  await hasFocus(title);
  const [lang, dir] = [await title.getAttribute("lang"), await title.getAttribute("dir")];
  expect([await title.inputValue(), lang, dir]).toEqual(["", "ar", "rtl"]);
  await title.fill("نح");
  await button(page, "Back to the published words").click();
  await hasFocus(tab(page, "Arabic to be decided"));
  expect(await title.inputValue()).toBe(translated.translations?.ar?.title);
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await says(
    page,
    "Before you can publish, choose for Arabic, Brazilian Portuguese, and Simplified Chinese.",
  );
  const publishing = review(page).getByRole("button", { name: /^Publish/ });
  expect([await publishing.isDisabled(), await editor().backend.latestNumber()]).toEqual([true, revision]);
  const choose = (name: string, choice: string) =>
    review(page).getByRole("group", { name, exact: true }).locator("label", { hasText: choice }).click();
  await review(page).locator("label", { hasText: "Remove all" }).click();
  await choose("Arabic", "Keep");
  await choose("German", "Keep");
  await says(page, /Visitors who read Arabic and German get their translation\./);
  await says(page, "The translations into Brazilian Portuguese and Simplified Chinese will be removed.");
  expect(await review(page).locator("dt").allInnerTexts()).toContain("Title in Brazilian Portuguese");
  await publishing.click();
  await saysPublished(page, `Revision ${revision + 1} is published.`);
  const { ar, de } = translated.translations ?? {};
  expect((await liveNotice(editor())).translations).toEqual({ ar, de });
});

it("the keyboard alone goes from the words over the languages to a review that marks words, and publishes", async () => {
  const { page } = await begin({
    title: "Back at nine.",
    language: "en",
    translations: { ar: { title: "نعود" } },
  });
  await tab(page, "The notice").focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Arabic");
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await hasFocus(field(page, "Title"));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Back at ten.");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Escape");
  await expect.poll(() => review(page).count()).toBe(0);
  await hasFocus(field(page, "Title"));
  await page.keyboard.press("Control+Enter");
  const changes = review(page).locator("dd").first();
  expect(await changes.innerText()).toMatch(/^Back at\s+removed:\s+nine\s+added:\s+ten\s*\.$/);
  expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+Enter");
  await saysPublished(page, /Revision \d+ is published\./);
});
