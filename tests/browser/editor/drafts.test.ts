import { expect, it } from "vitest";
import { hasFocus, openEditor, publishElsewhere, sharedPage } from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const begin = sharedPage(editor);

it("The editor keeps typed text over a reload and a lost session, and shows the most urgent message first", async () => {
  const passed = { title: "Moving", expectedReturn: "2020-01-01T00:00:00Z" };
  const { page, context, says, enterToken, previews, title } = await begin(passed);
  await title.fill("Half a title");
  await says("Not published");
  await page.reload();
  await says("1 more");
  expect(await title.inputValue()).toBe("Half a title");
  const lines = page.locator(".line:visible");
  const leftOver = expect.stringContaining("left over");
  expect(await lines.allInnerTexts()).toEqual([leftOver]);
  const more = page.locator(".lines > button");
  await more.click();
  const back = /Your unfinished draft from just now is back\./;
  expect(await lines.allInnerTexts()).toEqual([leftOver, expect.stringMatching(back)]);
  expect([await more.innerText(), await more.getAttribute("aria-expanded")]).toEqual(["Show less", "true"]);
  await more.click();

  await context.clearCookies();
  await title.fill("Half a title, and more");
  await wake(page);
  await says(/You are signed out, but your words are still here/);
  expect(await lines.count()).toBe(1);
  await enterToken(await editor().addToken("again"));
  await expect.poll(() => page.getByLabel("Token").count()).toBe(0);
  expect(await title.inputValue()).toBe("Half a title, and more");
  await previews("Half a title, and more");
});

it("The editor offers a closed tab's draft to a new tab, and again after it was discarded", async () => {
  const opened = await begin();
  const other = await openEditor(editor().url, opened.context);
  await other.title.fill("From a tab that closes");
  await other.says("Not published");
  await other.page.close();
  const next = await openEditor(editor().url, opened.context);
  const { page, says, button, isUntouched } = next;
  await says("This browser keeps an unfinished draft from just now.");
  // Each tab keeps its own draft.
  await opened.title.fill("Typed elsewhere");
  await button("Continue with it").click();
  expect(await next.title.inputValue()).toBe("From a tab that closes");
  await button("Discard").click();
  await isUntouched();
  await hasFocus(next.title);
  await page.reload();
  await says("This browser keeps an unfinished draft");
  await button("Continue with it").click();
  expect(await next.title.inputValue()).toBe("From a tab that closes");
  await opened.page.reload();
  await opened.titleIs("Typed elsewhere");
  expect([...other.unexpected(), ...next.unexpected()]).toEqual([]);
});

it("Two people at once see each other's changes, and choose mine or theirs field by field", async () => {
  const base = { title: "Base", message: "Base." };
  const { page, field, says, button, review, title } = await begin(base);
  await title.fill("Mine");
  await field("Message").fill("Mine.");
  await publishElsewhere(editor(), { title: "Theirs", message: "Theirs.", contactEmail: "a@b.example" });
  await wake(page);
  await says(/Revision \d+ is newer than your draft\./);
  expect(await title.inputValue()).toBe("Mine");
  await page.keyboard.press("Control+Enter");
  const sheet = page.getByRole("dialog", { name: "The notice changed meanwhile" });
  const goOn = button("Continue");
  expect(await goOn.isDisabled()).toBe(true);
  await says("Still to choose: Title and Message.");
  const choice = (part: string, side: string) => sheet.getByRole("group", { name: part }).getByLabel(side);
  expect(await choice("Contact e-mail", "Published by ben").isChecked()).toBe(true);
  await choice("Title", "Mine").check({ force: true });
  await choice("Message", "Published by ben").check({ force: true });
  await goOn.click();
  await review.waitFor();
  await page.keyboard.press("Escape");
  const values = [title, field("Message"), field("Contact e-mail")].map((it) => it.inputValue());
  expect(await Promise.all(values)).toEqual(["Mine", "Theirs.", "a@b.example"]);

  // A colleague may also publish during the review.
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: /^Publish/ }).waitFor();
  await publishElsewhere(editor(), { title: "Quicker" });
  await page.keyboard.press("Control+Enter");
  await sheet.waitFor();
  await choice("Title", "Published by ben").check({ force: true });
  await goOn.click();
});

it("A publication with a lost reply is reported as the person's own after a reload", async () => {
  const { page, revision, title, publish, saysPublished, isUntouched } = await begin();
  let count = 0;
  await page.route("**/api/notice", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    count += 1;
    // The first reply is lost.
    await (count > 1 ? route.fallback() : route.fetch());
  });
  await title.fill("Reloaded in the middle");
  await publish();
  await expect.poll(() => editor().backend.latestNumber()).toBe(revision + 1);
  await page.reload();
  await saysPublished(`Revision ${revision + 1} is published.`);
  await isUntouched();
  expect(await page.locator("body").innerText()).not.toMatch(/while you were editing|unfinished draft/);
  expect([count, await editor().backend.latestNumber()]).toEqual([1, revision + 1]);
});
