import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { hasFocus, publishElsewhere, sharedPage } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { translated } from "../../support/texts/translated.ts";

const editor = sharedEditor();
const begin = sharedPage(editor, { timezoneId: "Asia/Tokyo" });

async function liveNotice() {
  const store = await editor().backend.read();
  return (await store.latest().finally(() => store.close())).notice;
}
const isInvalid = (input: Locator) => expect.poll(() => input.getAttribute("aria-invalid")).toBe("true");

it("The editor warns about markup, and enables publishing only for a change", async () => {
  const { page, button, field, says, isUntouched, title } = await begin({ title: "Moving" });
  const isMain = () => button("Review and publish").evaluate((it) => it.classList.contains("main"));
  await expect.poll(isMain).toBe(false);
  const message = field("Message");
  await message.fill("We are down.<br>Back at nine.");
  await says("Visitors will see <br> as typed: write plain text.");
  expect(await message.getAttribute("aria-describedby")).toContain("-fault");
  await expect.poll(isMain).toBe(true);
  await message.fill("We are down.\nBack at nine.");
  await expect.poll(() => page.locator("body").innerText()).not.toContain("Visitors will see <br>");
  await title.fill("");
  await expect.poll(isMain).toBe(true);
  await message.fill("");
  await title.fill("Moving");
  await isUntouched();
  await expect.poll(isMain).toBe(false);
  // An editor without a chat model loads nothing of proposals.
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(names.filter((name) => /proposals/.test(name))).toEqual([]);
});

it("The return field takes what the command takes, and reads the time back at once", async () => {
  const { page, says, button, review, publish, saysPublished } = await begin({
    expectedReturn: "2126-11-21T18:30:00Z",
  });
  const field = page.locator('[data-pointer="#/expectedReturn"]');
  expect(await field.inputValue()).toBe("2126-11-21 18:30 UTC");
  await says(/November 21, 2126 at 6:30\sPM UTC \(Fri 3:30\sAM in Tokyo\), in [\d,]+ days.*check the date/);
  await says("The page’s own message says “shortly”");
  // A leap second, which dates in browsers do not have.
  await field.fill("2126-12-31T23:59:60Z");
  await says(/2127 at 12:00\sAM UTC \(Wed 9:00\sAM in Tokyo\)/);
  for (const [typed, fault] of [
    ["2126-11-31T22:30:00Z", "There is no such time"],
    ["2020-01-01 10:00", /That was .* ago: give a time in the future\./],
    ["2126-10-25 02:30 Mars/Olympus", "Write a time as +90m"],
  ] as const) {
    await field.fill(typed);
    await field.blur();
    await says(fault);
  }
  await says("Your draft, except for what has to be corrected first: Expected return");
  // The hint appears while the person types, and moves no button.
  await field.fill("");
  expect(await field.getAttribute("placeholder")).toBe("tomorrow 9:00");
  const place = () => button("+1 h").boundingBox();
  const before = await place();
  await field.fill("tomorrow 9:00 Berlin");
  await says("Write a time as +90m, 22:30, tomorrow 9:00");
  await page.getByLabel("Message", { exact: true }).fill("We are moving.");
  await field.fill("tomorrow 9:00 Europe/Berlin");
  await says(/at 9:00\sAM in Berlin \(.* in Tokyo\)/);
  expect(await place()).toEqual(before);
  await field.fill("Back at nine");
  await says("In your own words");
  await field.fill("22:30");
  await says(/at 10:30\sPM in Tokyo, in [^.]*\.$/m);
  await field.fill("22:30 Uhr");
  await page.keyboard.press("Control+Enter");
  const publishing = review.getByRole("button", { name: /^Publish/ });
  expect(await publishing.isDisabled()).toBe(true);
  await review.getByRole("button", { name: /^Write a time as \+90m, 22:30, / }).click();
  await hasFocus(field);
  await isInvalid(field);
  await button("Publish it as written").click();
  await hasFocus(field);
  await publish();
  await saysPublished();
  expect(await field.getAttribute("aria-invalid")).toBeNull();
  expect((await liveNotice()).expectedReturn).toBe("22:30 Uhr");
});

it("The buttons and the picker put a time into the return field, which is published", async () => {
  const { page, button, field, says, review, saysPublished, publish } = await begin({ title: "Moving" });
  const typed = page.locator('[data-pointer="#/expectedReturn"]');
  // Amounts count from now by the service's clock, not by this computer's.
  await page.clock.setFixedTime(new Date("2020-01-01T00:00:00Z"));
  await page.reload();
  const before = Date.now();
  await button("+1 h").click();
  const shown = await typed.inputValue();
  expect(shown).toMatch(/[05]$/);
  // Rounded up by less than five minutes, and the service's clock is known to a second.
  const time = Date.parse(`${shown.replace(" ", "T")}+09:00`);
  expect(time).toBeGreaterThan(before + 59 * 60_000);
  expect(time).toBeLessThan(Date.now() + 66 * 60_000);
  await page.clock.setSystemTime(new Date());
  await button("Pick a time").click();
  expect(await field("Time").inputValue()).toBe(shown.slice(-5));
  await field("Date").fill("2126-07-01");
  await field("Time").fill("14:00");
  await field("Time zone").selectOption("Berlin");
  expect(await typed.inputValue()).toBe("2126-07-01 14:00 Europe/Berlin");
  await says(/July 1, 2126 at 2:00\sPM in Berlin \(Mon 9:00\sPM in Tokyo\)/);
  await field("Date").fill("2127-03-30");
  await field("Time").fill("02:30");
  await typed.focus();
  await typed.blur();
  await says(/The clocks change then.*write 2127-03-30T/);
  await field("Time").fill("03:30");
  await page.keyboard.press("Control+Enter");
  expect(await review.locator("ins").innerText()).toMatch(/at 3:30\sAM in Berlin \(/);
  await page.keyboard.press("Control+Enter");
  await saysPublished();
  expect((await liveNotice()).expectedReturn).toBe("2127-03-30T03:30:00+02:00");
  await page.reload();
  await expect.poll(() => typed.inputValue()).toBe("2127-03-30 03:30 Europe/Berlin");
  await typed.fill("");
  await publish();
  await saysPublished();
  expect((await liveNotice()).expectedReturn).toBeUndefined();
});

it("The editor shows an unknown language by its tag after a colleague published it", async () => {
  const { page, titleIs } = await begin({ title: "Moving" });
  await publishElsewhere(editor(), { title: "Zügle", language: "gsw" });
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await titleIs("Zügle");
  await page.getByText("More:").click();
  expect(await page.getByLabel("Language of these words").inputValue()).toBe("gsw");
});

it("A translation is added, reported at its field while half written, and removed again", async () => {
  const { page, field, says, tab, button, isUntouched, previews, title } = await begin({
    title: "Moving",
    message: "Our shop gets new shelves.",
  });
  expect(await page.getByRole("tablist").count()).toBe(0);
  await says("More: support@example.com, Languages");
  await page.getByText("More:").click();
  await page.getByLabel("Add a language").selectOption("de");
  await hasFocus(title);
  await title.fill("Wir ziehen um");
  await tab("German to correct").waitFor();
  await title.blur();
  await says("Message in German is empty: write it, or remove German.");
  const message = field("Message");
  await isInvalid(message);
  await says("Your draft, except for what has to be corrected first: Message in German");
  await tab("The notice").click();
  await title.fill("Moving today");
  await previews("Moving today");
  await tab("German").click();
  await message.fill("Unser Laden bekommt neue Regale.");
  await previews("Wir ziehen um");
  await page.getByRole("tab", { name: "German", exact: true }).waitFor();
  await button("Remove German").click();
  expect(await page.getByRole("tablist").count()).toBe(0);
  await hasFocus(title);
  await title.fill("Moving");
  await isUntouched();
});

it("The review asks once about outdated translations, and publishes only after an answer", async () => {
  const { page, revision, tab, cutTabs, says, review, saysPublished, title } = await begin(translated);
  await page.setViewportSize({ width: 1366, height: 768 });
  await title.fill("We are moving again");
  await tab("German outdated").click();
  expect((await cutTabs()).join()).not.toMatch(/English|Arabic|Brazilian/);
  await says("Does the translation still fit (German)? Choose before publishing.");
  await title.fill("Wir ziehen wieder um");
  await page.getByRole("tab", { name: "German", exact: true }).waitFor();
  await page.keyboard.press("Control+Enter");
  await says(
    "Does the translation still fit (Arabic, Brazilian Portuguese, and Simplified Chinese)? Choose before publishing.",
  );
  const publishing = review.getByRole("button", { name: /^Publish/ });
  expect(await publishing.isDisabled()).toBe(true);
  await review.locator("label", { hasText: "Remove" }).click();
  expect(await review.locator("dt").allInnerTexts()).toContain("Title in Brazilian Portuguese");
  await review.locator("label", { hasText: "Keep" }).click();
  await publishing.click();
  await saysPublished(`Revision ${revision + 1} is published.`);
  const de = { ...translated.translations?.de, title: "Wir ziehen wieder um" };
  expect((await liveNotice()).translations).toEqual({ ...translated.translations, de });
});

it("A person edits, reviews and publishes with only the keyboard", async () => {
  const { page, tab, review, saysPublished, title } = await begin({
    title: "Back at nine.",
    language: "en",
    translations: { ar: { title: "نعود" } },
  });
  await tab("English").focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Arabic");
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  await hasFocus(title);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Back at ten.");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Escape");
  await expect.poll(() => review.count()).toBe(0);
  await hasFocus(title);
  await page.keyboard.press("Control+Enter");
  const changes = review.locator("dd").first();
  expect(await changes.innerText()).toMatch(/^Back at\s+removed:\s+nine\s+added:\s+ten\s*\.$/);
  expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+Enter");
  await saysPublished();
});
