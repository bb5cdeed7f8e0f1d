import { createServer } from "node:http";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { lookAt } from "../../support/browser/editor-look.ts";
import { enter, openEditor, says } from "../../support/browser/editor-page.ts";
import { listenHere } from "../../support/network/servers.ts";
import { editHere } from "../../support/service/editor-here.ts";

const purpose = "Visitors see this only while the app is away. Publishing does not take the app offline.";
const folder = resolve("dist/editor");

/** An app whose reply can be changed, and how often it was asked. */
async function startApp() {
  const app = { status: 200, isNotice: false, count: 0, url: "", host: "" };
  const server = createServer((_request, response) => {
    app.count += 1;
    if (app.isNotice) response.setHeader("Maintenance-Notice", "1");
    response.writeHead(app.status).end();
  });
  app.url = await listenHere({ server, protocol: "http" });
  app.host = new URL(app.url).host;
  return app;
}

const saidOfApp = (page: Page) => page.locator(".purpose [role=status]").innerText();

describe("what the editor does", () => {
  it.each([
    ["a phone", { width: 390, height: 844 }],
    ["a small phone", { width: 320, height: 640 }],
    ["a laptop", { width: 1280, height: 800 }],
  ])("is in sight on %s, however far the words are scrolled, and in the review", async (_name, viewport) => {
    const editor = await editHere({ folder });
    const opened = await openEditor(editor.makeLink(), { viewport });
    await enter(opened);
    const { page } = opened;
    await page.getByLabel("Message", { exact: true }).fill("line\n".repeat(60));
    const line = page.locator(".purpose p").first();
    for (const top of [0, 300, 100_000]) {
      await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
      expect(await line.innerText()).toBe(purpose);
      const isSeen = () =>
        line.evaluate((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          return isInside && document.elementFromPoint(left + 2, top + 2) === element;
        });
      await expect.poll(isSeen).toBe(true);
    }
    const bar = await page.locator(".bar").boundingBox();
    expect(bar?.height).toBeLessThan(viewport.height / 3);
    expect(await saidOfApp(page)).toBe("");
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("dialog").innerText()).toContain(purpose);
    expect(opened.unexpected()).toEqual([]);
  });
});

describe("whether the app answers", () => {
  it("is said while the page is open, asked once for two pages, and never without one", async () => {
    const app = await startApp();
    const editor = await editHere({ folder, appUrl: app.url });
    const one = await openEditor(editor.makeLink());
    expect(app.count).toBe(0);
    const started = performance.now();
    await enter(one);
    await expect.poll(() => saidOfApp(one.page)).toBe(`The app answers at ${app.host}.`);
    const two = await openEditor(editor.url, {}, one.context);
    await expect.poll(() => saidOfApp(two.page).catch(() => "")).toBe(`The app answers at ${app.host}.`);
    const passedMs = performance.now() - started;
    expect(app.count).toBeLessThanOrEqual(1 + Math.floor(passedMs / 15_000));

    app.isNotice = true;
    const askAgain = async (): Promise<void> => {
      editor.pass(15_000);
      await two.page.evaluate(() => dispatchEvent(new Event("focus")));
    };
    await askAgain();
    await expect
      .poll(() => saidOfApp(two.page))
      .toBe(`Visitors of ${app.host} see the notice now: Backsoon answers there.`);
    Object.assign(app, { isNotice: false, status: 502 });
    await askAgain();
    await expect
      .poll(() => saidOfApp(two.page))
      .toBe(`Whether the app answers at ${app.host} cannot be told. It reports an error (502).`);
    await lookAt("app-unknown", two);
  });

  it("cannot be told where the address is wrong, nor once the editor has stopped", async () => {
    const wrong = await editHere({ folder, appUrl: "shop.example" });
    const opened = await openEditor(wrong.makeLink());
    await enter(opened);
    await says(
      opened.page,
      "Whether the app answers cannot be told. Its address is set up wrongly: tell whoever",
    );

    const app = await startApp();
    const editor = await editHere({ folder, appUrl: app.url });
    const { page, ...rest } = await openEditor(editor.makeLink());
    await enter({ page, ...rest });
    await expect.poll(() => saidOfApp(page)).toContain("The app answers");
    await editor.stop();
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect.poll(() => saidOfApp(page)).toBe(`Whether the app answers at ${app.host} cannot be told.`);
  });
});
