import type { RequestListener } from "node:http";
import { expect, it } from "vitest";
import { hasFocus, inSight, sharedPage } from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { listenHere } from "../../support/network/servers.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

/** Where visitors find the app, and whether it shows the notice. */
const app = { url: "", isNotice: false };
const editor = sharedEditor(async (onFinished) => {
  const answer: RequestListener = (_request, response) =>
    response.writeHead(200, app.isNotice ? { "Maintenance-Notice": "1" } : {}).end();
  app.url = await listenHere(answer, 0, onFinished);
  return { appUrl: app.url };
});
const phone = { width: 390, height: 700 };
const begin = sharedPage(editor, { viewport: phone, hasTouch: true, isMobile: true });

const purpose = "Visitors see this only while the app is away. Publishing does not take the app offline.";

it("The editor says that only visitors of a failed app see the notice, on a phone, on a laptop and in the review", async () => {
  const { page, review, title } = await begin({ message: "line\n".repeat(60) });
  await title.fill("To be published");
  const line = page.locator(".purpose p").first();
  for (const viewport of [phone, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    for (const top of viewport.width < 1000 ? [100_000] : [0, 100_000]) {
      await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
      expect(await line.innerText()).toBe(purpose);
      await inSight(line);
    }
    // On a phone, the bar is one row.
    if (viewport === phone)
      expect((await page.locator(".bar").boundingBox())?.height).toBeLessThanOrEqual(72);
  }
  await page.keyboard.press("Control+Enter");
  expect(await review.innerText()).toContain(
    `support@example.com is an example address that nobody reads.\n\n${purpose}`,
  );
});

it("A person on a phone switches between text and page, corrects a fault and publishes", async () => {
  const { page, field, button, review, saysPublished, previews, title } = await begin({ title: "Moving" });
  const mail = field("Contact e-mail");
  const published = async () => (await page.locator("body").innerText()).match(/published\b/gi);
  expect(await published()).toBe(null);
  await title.fill("From a phone");
  await page.getByText("More:").click();
  await mail.fill("nobody");
  await page.evaluate(() => scrollTo({ top: 40, behavior: "instant" }));
  // Dispatched, because a tap would scroll the tabs into view first.
  await page.getByRole("tab", { name: "Page" }).dispatchEvent("click");
  await previews("From a phone");
  expect(await title.isVisible()).toBe(false);
  await page.getByRole("tab", { name: "Words" }).dispatchEvent("click");
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(40);
  await page.getByRole("tab", { name: "Page" }).dispatchEvent("click");
  await button("Review and publish").tap();
  expect(await review.getByRole("button", { name: /^Publish/ }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: /^Contact e-mail is not a valid e-mail address/ }).tap();
  await hasFocus(mail);
  expect(await mail.getAttribute("aria-invalid")).toBe("true");
  await mail.fill("a@b.example");
  await button("Review and publish").tap();
  await page.getByRole("button", { name: /^Publish/ }).tap();
  await saysPublished();
  await inSight(button("Undo"));
  expect(await published()).toEqual(["published"]);
});

it("The editor says whether the app answers, and keeps typed text while the editor is stopped", async () => {
  const { page, context, says, title } = await begin();
  const { host } = new URL(app.url);
  await says(`The app answers at ${host}.`);
  await says("Visitors see it when your app is away.");
  expect(await page.locator(".bar").innerText()).not.toContain(purpose);
  app.isNotice = true;
  editor().pass(15_000);
  await wake(page);
  await says(`Visitors of ${host} see the notice now: Backsoon answers there.`);
  await title.fill("Typed in a tunnel");
  // The editor runs on this computer, so being offline explains nothing.
  await context.setOffline(true);
  await says(/The editor is not responding: start it again/);
  await says("Your words are kept in this browser");
  await says(`It is not known whether the app answers at ${host}.`);
  expect(await page.locator("body").innerText()).not.toContain("You are offline");
  await context.setOffline(false);
  await expect.poll(() => page.locator("body").innerText()).not.toContain("not responding");
  expect(await title.inputValue()).toBe("Typed in a tunnel");
});
