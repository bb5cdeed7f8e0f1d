import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { ProposalReply } from "../../../../schema/editor-api/proposals.ts";
import { languageTags } from "../../../../schema/languages/tags.ts";
import { tooWide } from "../../../support/browser/editor-look.ts";
import { says, sharedPage } from "../../../support/browser/editor-page.ts";
import { canary } from "../../../support/browser/hostile-look.ts";
import { patient } from "../../../support/patient.ts";
import { type ChatHere, chatHere, obliging } from "../../../support/service/chat-here.ts";
import { sharedEditor } from "../../../support/service/editor-here.ts";
import { maxMessage, maxTitle } from "../../../support/texts/notices.ts";

let chat: ChatHere;
const editor = sharedEditor(async (onFinished) => {
  chat = await chatHere({ dailyLimit: 200, onFinished });
  return { proposals: chat.proposals };
});
const begin = sharedPage(editor, { viewport: { width: 320, height: 700 } });

/** Begins with a notice in these languages, on a page that counts the payloads that run. */
async function beginIn(tags: string[]): Promise<Page> {
  const words = { title: "Moving", message: "Back at nine." };
  const translations = Object.fromEntries(tags.map((tag) => [tag, words]));
  const { page } = await begin({ ...words, language: "en", translations });
  await page.addInitScript(canary);
  await page.reload();
  return page;
}

const hostile: [string, Partial<ProposalReply["words"]>, string][] = [
  [
    "markup",
    { title: "<img src=x onerror=alert(1)>", message: "<script>alert(1)</script>\n<b>bold</b> `code` &amp;" },
    "The message has <svg onload=alert(1)> in it.",
  ],
  [
    "characters that reorder a line",
    { title: "\u202eabc \u2066def", message: "if (a\u202e\u2066) // \u2069\u2066" },
    "The title has \u202ereversed\u2069\u2069 words.",
  ],
  [
    "one word without end",
    { title: "x".repeat(maxTitle), message: "y".repeat(maxMessage) },
    "z".repeat(2000),
  ],
  [
    "two thousand words",
    { title: "a title", message: "ab ".repeat(660) },
    Array.from({ length: 400 }, (_, at) => `number ${at}`).join(", "),
  ],
];

it.each(hostile)(
  "a proposal of %s is text, stays in its place, and can be taken",
  async (_name, words, detail) => {
    const page = await beginIn(["ar", "de"]);
    await page.route("**/api/proposals", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            json: {
              words,
              hints: [{ check: "numbers", field: "message", detail }],
              usage: { count: 1, limit: 50 },
            },
          })
        : route.continue(),
    );
    await page.getByRole("tab", { name: /^German/ }).click();
    await page.getByRole("button", { name: "Translate", exact: true }).click();
    await says(page, "1 hint");
    const proposal = page.locator(".proposal");
    expect(await proposal.locator("img, script, svg, b").count()).toBe(0);
    expect(await tooWide(page)).toEqual([]);
    // What reorders a line is made visible, or ends with its own element.
    expect(await proposal.locator(".part").allInnerTexts()).not.toContainEqual(
      expect.stringMatching(/[\u202e\u2066]/),
    );
    await page.getByRole("button", { name: "Take all" }).click();
    await expect.poll(() => page.locator("textarea.title").inputValue()).toBe(words.title);
    expect(await tooWide(page)).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(globalThis, "__pwned"))).toBe(0);
  },
);

it("every language of the page is asked for, three at a time, and can be seen and left", async () => {
  const tags = languageTags.filter((tag) => tag !== "en");
  const page = await beginIn(tags);
  let [now, most] = [0, 0];
  chat.answer((response, request, count) => {
    now += 1;
    most = Math.max(most, now);
    setImmediate(() => {
      now -= 1;
      obliging(response, request, count);
    });
  });
  await page.getByRole("button", { name: "Translate all" }).click();
  await expect.poll(() => page.locator(".proposal-lines .state.proposed").count(), patient).toBe(tags.length);
  expect([chat.recorded.length, most]).toEqual([tags.length, expect.toSatisfy((count) => count <= 3)]);
  await says(page, `${tags.length} of 200 today`);
  expect(await tooWide(page)).toEqual([]);
  for (const name of ["See Urdu", "See Japanese"]) {
    await page.getByRole("button", { name }).click();
    await page.getByRole("button", { name: "Close the proposal" }).click();
    await page.getByRole("tab", { name: /^The notice/ }).click();
  }
  expect(await page.locator(".proposal-lines li").count()).toBe(tags.length - 2);
});
