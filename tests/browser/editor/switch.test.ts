import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sharedPage } from "../../support/browser/editor-page.ts";
import { switchFolder } from "../../support/folder.ts";
import { listenHere } from "../../support/network/servers.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

let on = "";
const editor = sharedEditor(async (onFinished) => {
  on = join(switchFolder(onFinished), "on");
  const app: RequestListener = (_request, response) =>
    existsSync(on) ? response.writeHead(503, { "Maintenance-Notice": "1" }).end() : response.end("app");
  return { switch: on, appUrl: await listenHere(app, 0, onFinished) };
});
const begin = sharedPage(editor);

it("The review can show the notice at once, the keyboard only publishes, and one button brings the app back", async () => {
  const { page, says, field, button, review } = await begin({ message: "Any outage." });
  await says("Visitors see the app");
  await field("Message").fill("We are moving.");
  await button("Review and publish").click();
  await review.getByRole("button", { name: /^Publish and show it on 127\.0\.0\.1:\d+ now$/ }).click();
  await says(/Visitors see the notice, since \w+ \d+, 20\d\d, \d+:\d\d [AP]M/);
  expect(existsSync(on)).toBe(true);

  await button("Bring the app back").click();
  const sheet = page.getByRole("dialog", { name: "Bring the app back" });
  await expect
    .poll(() => sheet.locator("dd").allInnerTexts())
    .toEqual([expect.stringContaining("Any outage.")]);
  await sheet.getByRole("button", { name: "Bring the app back" }).click();
  // Its reply may come after the page has seen the switch, and until then no field can be filled.
  await sheet.waitFor({ state: "detached" });
  await says("Visitors see the app");
  await expect.poll(() => field("Message").inputValue()).toBe("Any outage.");

  await field("Message").fill("Later.");
  await page.keyboard.press("Control+Enter");
  await review.waitFor();
  await page.keyboard.press("Control+Enter");
  await says(/Revision \d+ is published\./);
  expect(existsSync(on)).toBe(false);
});
