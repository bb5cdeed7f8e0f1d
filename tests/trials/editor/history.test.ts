import { expect, it } from "vitest";
import {
  button,
  choose,
  field,
  publishElsewhere,
  review,
  says,
  sharedPage,
} from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const begin = sharedPage(editor);

it("the history says what became of the translations, and a rollback is reviewed against what is live then", async () => {
  const number = await publishElsewhere(editor(), { title: "Without any" });
  await publishElsewhere(editor(), {
    title: "Moving",
    translations: { de: { title: "Umzug" }, fr: { title: "Travaux" } },
  });
  const { page, revision: live } = await begin({ title: "Plain" });
  await choose(page, "History");
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
    .toEqual(["In French and German, your words for the message will be removed."]);
  await page.keyboard.press("Escape");
  await button(page, "Use the default").click();
  await page.keyboard.press("Control+Enter");
  const all =
    "The translations into French and German will be removed, because no words of yours are left to translate.";
  await expect.poll(() => warning.allInnerTexts()).toEqual([all]);
});
