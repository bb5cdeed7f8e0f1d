import { expect, it } from "vitest";
import {
  button,
  field,
  hasFocus,
  publishElsewhere,
  review,
  says,
  sharedPage,
  tab,
} from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const begin = sharedPage(editor);

it("a draft that starts from an old revision leaves no language of what is live without a tab", async () => {
  await publishElsewhere(editor(), { title: "One language" }, "uma");
  const { page } = await begin({
    title: "Two",
    translations: { de: { title: "Zwei" }, fr: { title: "Deux" } },
  });
  await button(page, "History").click();
  const sheet = page.getByRole("dialog", { name: "History" });
  await sheet.locator("summary").filter({ hasText: "uma" }).first().click();
  await button(page, "Start from this one").click();
  const tabs = page.getByRole("tablist", { name: "Languages" }).getByRole("tab");
  expect(await tabs.allInnerTexts()).toEqual([
    expect.stringContaining("The notice"),
    "French to be decided",
    "German to be decided",
  ]);
  await tab(page, "German").click();
  expect(await field(page, "Title").inputValue()).toBe("Zwei");
  await button(page, "Keep them").click();
  await tab(page, "German kept").waitFor();
  await tab(page, "French").click();
  await button(page, "Remove French").click();
  await tab(page, "French removed").waitFor();
  await page.keyboard.press("Control+Enter");
  expect(await review(page).locator("dt").allInnerTexts()).toEqual(["Title", "Title in French"]);
});

it("the history says what became of the translations, and a rollback is reviewed against what is live then", async () => {
  const number = await publishElsewhere(editor(), { title: "Without any" });
  await publishElsewhere(editor(), {
    title: "Moving",
    translations: { de: { title: "Umzug" }, fr: { title: "Travaux" } },
  });
  const { page, revision: live } = await begin({ title: "Plain" });
  await button(page, "History").click();
  const sheet = page.getByRole("dialog", { name: "History" });
  const of = (revision: number) =>
    sheet.locator("summary", { has: page.getByText(`${revision}`, { exact: true }) });
  await expect.poll(() => of(live).innerText()).toMatch(/translations removed: German, French/);
  expect(await of(live - 1).innerText()).toMatch(/translations added: German, French/);
  await of(number).click();
  await button(page, "Roll back to this one").click();
  const rollback = page.getByRole("dialog", {
    name: `What rolling back to revision ${number} changes for visitors`,
  });
  const removed = async () => (await rollback.locator("del").allInnerTexts()).join();
  await expect.poll(removed).toContain("Plain");
  const quicker = await publishElsewhere(editor(), {
    title: "Quicker",
    translations: { de: { title: "Schneller" } },
  });
  await page.keyboard.press("Control+Enter");
  await says(page, `Nothing was rolled back: revision ${quicker} by ben was published meanwhile`);
  await says(page, "The translation into German will be removed.");
  await expect.poll(removed).toMatch(/Quicker.*Schneller/s);
  await page.keyboard.press("Escape");
  await expect.poll(() => rollback.count()).toBe(0);
  await button(page, "Roll back to this one").click();
  await page.keyboard.press("Control+Enter");
  await says(page, `Revision ${quicker + 1} is published. It brings back what revision ${number} said`);
});

it("no translation is kept that lacks a text, and the review leads to where that is written", async () => {
  const { page } = await begin({
    title: "Moving",
    language: "en",
    translations: { de: { title: "Umzug" }, fr: { title: "Travaux" } },
  });
  await page.locator("label", { hasText: /^Words$/ }).click();
  await page.locator('[data-pointer="#/expectedReturn"]').fill("Tomorrow morning");
  await page.keyboard.press("Control+Enter");
  const first = button(page, "To keep German, write its expected return first.");
  await first.waitFor();
  expect(await review(page).innerText()).not.toMatch(/Keep them all|go on reading|is empty/);
  expect(await review(page).locator("del").count()).toBe(0);
  await review(page).getByRole("group", { name: "French" }).locator("label", { hasText: "Let go" }).click();
  await first.click();
  const input = page.getByRole("tabpanel").getByLabel("Expected return", { exact: true });
  await hasFocus(input);
  await input.fill("Morgen früh");
  await page.keyboard.press("Control+Enter");
  expect(
    await review(page)
      .getByRole("button", { name: /^Publish/ })
      .isDisabled(),
  ).toBe(false);
  expect(await review(page).getByRole("group", { name: "German" }).count()).toBe(0);
});

it("the review names the languages whose words go without a choice", async () => {
  const { page } = await begin({
    title: "Moving",
    message: "At nine.",
    translations: {
      de: { title: "Umzug", message: "Um neun." },
      fr: { title: "Travaux", message: "À neuf heures." },
    },
  });
  await field(page, "Message").fill("");
  await page.keyboard.press("Control+Enter");
  const warning = review(page).locator("p.warning");
  await expect
    .poll(() => warning.allInnerTexts())
    .toEqual(["In French and German, your words for the message go, too."]);
  await page.keyboard.press("Escape");
  await button(page, "Use the default").click();
  await page.keyboard.press("Control+Enter");
  const all = "The translations into French and German go, as there are no words of yours left to translate.";
  await expect.poll(() => warning.allInnerTexts()).toEqual([all]);
});
