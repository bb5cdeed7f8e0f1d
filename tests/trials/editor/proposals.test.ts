import { resolve } from "node:path";
import { expect, it } from "vitest";
import {
  type EditorPage,
  enter,
  openEditor,
  publishElsewhere,
  says,
} from "../../support/browser/editor-page.ts";
import { button, field, lines, tab } from "../../support/browser/proposals.ts";
import { type ChatHere, chatHere, obliging } from "../../support/service/chat-here.ts";
import { type EditorHere, editHere } from "../../support/service/editor-here.ts";

/** An editor with a chat model, which answers so many requests a day. */
async function withModel(dailyLimit = 50): Promise<{ chat: ChatHere; editor: EditorHere }> {
  const chat = await chatHere({ dailyLimit });
  chat.answer(obliging);
  const editor = await editHere({ folder: resolve("dist/editor"), proposals: chat.proposals });
  const tags = ["de", "fr", "it", "es", "nl"];
  const translations = Object.fromEntries(tags.map((tag) => [tag, { title: tag }]));
  await publishElsewhere(editor, { title: "We are moving", translations });
  return { chat, editor };
}

async function open(editor: EditorHere): Promise<EditorPage> {
  const opened = await openEditor(editor.makeLink());
  await enter(opened);
  return opened;
}

it("a proposal whose reply is lost is asked for again with the same key, and paid once", async () => {
  const { chat, editor } = await withModel();
  const { page } = await open(editor);
  await tab(page, "German").click();
  const keys: (string | undefined)[] = [];
  await page.route("**/api/proposals", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    const response = await route.fetch();
    return keys.length === 1 ? route.abort() : route.fulfill({ response });
  });
  const before = chat.recorded.length;
  await button(page, "Translate").click();
  await says(page, "it is not counted twice");
  await button(page, "Translate").click();
  await says(page, "Proposal: German");
  expect([new Set(keys).size, keys.length, chat.recorded.length - before]).toEqual([1, 2, 1]);
});

it("at the day's limit the buttons are off and say why, and what is typed can be published", async () => {
  const { editor } = await withModel(2);
  const { page } = await open(editor);
  await says(page, "0 of 2 today");
  await button(page, "Translate all").click();
  await says(page, "2 of 2 today");
  await says(page, "Today’s requests to the chat model are used up");
  await expect.poll(() => button(page, "Draft").isDisabled()).toBe(true);
  await button(page, "Draft").click({ force: true });
  expect(await page.getByRole("dialog").count()).toBe(0);
  await expect
    .poll(async () => (await lines(page)).filter((line) => /asking|waiting/.test(line)).length)
    .toBe(0);
  expect((await lines(page)).filter((line) => line.includes("proposed"))).toHaveLength(2);
  // What waited for its turn was not asked for any more.
  expect((await lines(page)).some((line) => line.includes("cancelled"))).toBe(true);
  await page.getByRole("button", { name: /^See / }).first().click();
  await button(page, "Take the title").click();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: /^Publish/ }).waitFor();
});

it("where what shows proposals cannot be loaded, one sentence says so, and the rest works", async () => {
  const { editor } = await withModel();
  const { page } = await openEditor(editor.makeLink());
  await page.route("**/assets/proposals-*.js", (route) => route.abort());
  await button(page, "Sign in with this link").click();
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  await field(page, "Title").fill("Typed");
  await says(page, "Not published");
});
