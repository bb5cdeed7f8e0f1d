import { expect, it } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import { hasFocus, sharedPage } from "../../support/browser/editor-page.ts";
import { json, say } from "../../support/network/recorder.ts";
import { askedIn, type ChatHere, chatHere, obliging, toldIn } from "../../support/service/chat-here.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

let chat: ChatHere;
const editor = sharedEditor(async (onFinished) => {
  chat = await chatHere({ dailyLimit: 8, onFinished });
  return { proposals: chat.proposals };
});
const begin = sharedPage(editor);

const inFour: Partial<Notice> = {
  title: "We are moving",
  message: "Our shop gets new shelves.",
  language: "en",
  translations: {
    de: { title: "Wir ziehen um", message: "Unser Laden bekommt neue Regale." },
    fr: { title: "Nous déménageons", message: "De nouveaux rayons." },
    it: { title: "Ci spostiamo", message: "Nuovi scaffali." },
    es: { title: "Nos mudamos", message: "Nuevos estantes." },
  },
};

it("A translation by the model fills the fields, and undo restores their text", async () => {
  const { page, field, tab, button, says, review, title } = await begin(inFour);
  await title.fill("Back at 9:00");
  await tab("German").click();
  await title.fill("Mein Titel");
  await button("Translate").click();
  await says("Filled in by the chat model: German.");
  await says("1 of 8 today");
  const [sent] = chat.recorded;
  expect(sent && askedIn(sent)).toEqual({ title: "Back at 9:00", message: "Our shop gets new shelves." });
  expect(await title.inputValue()).toBe("Neu: Back at 9:00");
  await button("Undo the translation").click();
  await hasFocus(tab("German"));
  expect(await title.inputValue()).toBe("Mein Titel");
  expect(await field("Message").inputValue()).toBe("Unser Laden bekommt neue Regale.");

  chat.answer((response) => say(response, { title: "Um 10:00 zurück", message: "Neue Regale." }));
  await button("Translate").click();
  await says("German: The title has 10:00 in place of 9:00.");
  await page.keyboard.press("Control+Enter");
  const added = await review.locator("ins").allInnerTexts();
  expect(added).toEqual(
    ["Back at 9:00", "Um 10:00 zurück", "Neue Regale."].map((text) => expect.stringContaining(text)),
  );
  await page.keyboard.press("Escape");
  // After a person has typed, there is nothing to undo.
  await title.fill("Um 9:00 zurück");
  await expect.poll(() => button("Undo the translation").count()).toBe(0);
});

it("A translation by the model is dropped if the notice changed since the request", async () => {
  const { tab, button, says, title } = await begin(inFour);
  let reply = (): void => {};
  chat.answer((...exchange) => {
    reply = () => obliging(...exchange);
  });
  await tab("German").click();
  const before = chat.recorded.length;
  await button("Translate").click();
  await says("Asking the chat model: German.");
  await expect.poll(() => chat.recorded.length - before).toBe(1);
  await tab("English").click();
  await title.fill("Back at 10:00");
  reply();
  await says("Not filled in, because the notice has changed since: German.");
  await tab("German").click();
  expect(await title.inputValue()).toBe("Wir ziehen um");
});

it("The editor requests three translations at a time, each success only once, up to the daily limit", async () => {
  const { button, says, tab, publish, saysPublished } = await begin(inFour);
  const before = chat.recorded.length;
  const held: Record<string, () => void> = {};
  chat.answer((response, request, count) => {
    const [language = ""] = /French|German|Italian|Spanish/.exec(toldIn(request)) ?? [];
    held[language] = () =>
      language === "French" ? json(response, 400, {}) : obliging(response, request, count);
  });
  await button("Translate all").click();
  await expect.poll(() => Object.keys(held).length).toBe(3);
  await says("Asking the chat model: French, German, Italian, and Spanish.");
  held.French?.();
  held.German?.();
  await says("Asking the chat model: Italian and Spanish.");
  await says("Filled in by the chat model: German.");
  await says("Not translated: French.");
  await says("refuses the request (status 400)");
  await expect.poll(() => Object.keys(held).length).toBe(4);
  await tab("Spanish").click();
  await button("Remove Spanish").click();
  await tab("English").click();
  held.Spanish?.();
  held.Italian?.();
  await says("Filled in by the chat model: German and Italian.");

  // Successful translations are not requested again, and one request of the day is left.
  chat.answer(obliging);
  await button("Translate all").click();
  await says("8 of 8 today");
  await says("Today’s requests to the chat model are used up.");
  await expect.poll(() => button("Translate all").isDisabled()).toBe(true);
  expect(chat.recorded.length - before).toBe(5);
  await publish();
  await saysPublished();
  await expect.poll(() => button("Undo the translation").count()).toBe(0);
});
