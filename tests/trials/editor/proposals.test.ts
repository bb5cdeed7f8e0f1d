import { expect, it } from "vitest";
import { button, field, openEditor, says, sharedPage, tab } from "../../support/browser/editor-page.ts";
import { type ChatHere, chatHere } from "../../support/service/chat-here.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

let chat: ChatHere;
const editor = sharedEditor(async (onFinished) => {
  chat = await chatHere({ onFinished });
  return { proposals: chat.proposals };
});
const begin = sharedPage(editor);

it("a proposal whose reply is lost is asked for again with the same key, and paid once", async () => {
  const { page } = await begin({ title: "We are moving", translations: { de: { title: "Umzug" } } });
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

it("where what shows proposals cannot be loaded, one sentence says so, and the rest works", async () => {
  const { page } = await openEditor(editor().makeLink());
  await page.route("**/assets/proposals-*.js", (route) => route.abort());
  await button(page, "Sign in with this link").click();
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  await field(page, "Title").fill("Typed");
  await says(page, "Not published");
});
