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

it("publishing an old revision again is reviewed against a colleague's newer revision", async () => {
  const number = await publishElsewhere(editor(), { title: "Without any" });
  const { page } = await begin({ title: "Plain" });
  await choose(page, "History");
  const sheet = page.getByRole("dialog", { name: "History" });
  await sheet.locator("summary", { has: page.getByText(`${number}`, { exact: true }) }).click();
  await button(page, "Publish again").click();
  const again = page.getByRole("dialog", { name: `Revision ${number} again: what changes for visitors` });
  const removed = async () => (await again.locator("del").allInnerTexts()).join();
  await expect.poll(removed).toContain("Plain");
  const translations = { de: { title: "Schneller" } };
  const quicker = await publishElsewhere(editor(), { title: "Quicker", translations });
  await page.keyboard.press("Control+Enter");
  await says(page, `Nothing was published: revision ${quicker} came first.`);
  await expect.poll(removed).toMatch(/Quicker.*Schneller/s);
  await page.keyboard.press("Control+Enter");
  await says(page, `Revision ${quicker + 1} is published. It brings back what revision ${number} said`);
});

it("the review names the translations that a removed text removes", async () => {
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
  await expect
    .poll(() => review(page).locator("p.fault").allInnerTexts())
    .toEqual([
      "Translations of texts that the notice no longer has are removed (French and German).",
      expect.stringMatching(/nobody reads/),
    ]);
});
