import { expect, it } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import {
  button,
  field,
  hasFocus,
  publish,
  review,
  says,
  saysPublished,
  sharedPage,
  tab,
} from "../../support/browser/editor-page.ts";
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
  const { page } = await begin(inFour);
  await field(page, "Title").fill("Back at 9:00");
  await tab(page, "German").click();
  await field(page, "Title").fill("Mein Titel");
  await button(page, "Translate").click();
  await says(page, "Filled in by the chat model: German.");
  await says(page, "1 of 8 today");
  const [sent] = chat.recorded;
  expect(sent && askedIn(sent)).toEqual({ title: "Back at 9:00", message: "Our shop gets new shelves." });
  expect(await field(page, "Title").inputValue()).toBe("Neu: Back at 9:00");
  await button(page, "Undo the translation").click();
  await hasFocus(tab(page, "German"));
  expect(await field(page, "Title").inputValue()).toBe("Mein Titel");
  expect(await field(page, "Message").inputValue()).toBe("Unser Laden bekommt neue Regale.");

  chat.answer((response) => say(response, { title: "Um 10:00 zurück", message: "Neue Regale." }));
  await button(page, "Translate").click();
  await says(page, "German: The title has 10:00 in place of 9:00.");
  await page.keyboard.press("Control+Enter");
  const added = await review(page).locator("ins").allInnerTexts();
  expect(added).toEqual(
    ["Back at 9:00", "Um 10:00 zurück", "Neue Regale."].map((text) => expect.stringContaining(text)),
  );
  await page.keyboard.press("Escape");
  // After a person has typed, there is nothing to undo.
  await field(page, "Title").fill("Um 9:00 zurück");
  await expect.poll(() => button(page, "Undo the translation").count()).toBe(0);
});

it("A translation by the model is dropped if the notice changed since the request", async () => {
  const { page } = await begin(inFour);
  let reply = (): void => {};
  chat.answer((...exchange) => {
    reply = () => obliging(...exchange);
  });
  await tab(page, "German").click();
  const before = chat.recorded.length;
  await button(page, "Translate").click();
  await says(page, "Asking the chat model: German.");
  await expect.poll(() => chat.recorded.length - before).toBe(1);
  await tab(page, "English").click();
  await field(page, "Title").fill("Back at 10:00");
  reply();
  await says(page, "Not filled in, because the notice has changed since: German.");
  await tab(page, "German").click();
  expect(await field(page, "Title").inputValue()).toBe("Wir ziehen um");
});

it("The editor requests three translations at a time, each success only once, up to the daily limit", async () => {
  const { page } = await begin(inFour);
  const before = chat.recorded.length;
  const held: Record<string, () => void> = {};
  chat.answer((response, request, count) => {
    const [language = ""] = /French|German|Italian|Spanish/.exec(toldIn(request)) ?? [];
    held[language] = () =>
      language === "French" ? json(response, 400, {}) : obliging(response, request, count);
  });
  await button(page, "Translate all").click();
  await expect.poll(() => Object.keys(held).length).toBe(3);
  await says(page, "Asking the chat model: French, German, Italian, and Spanish.");
  held.French?.();
  held.German?.();
  await says(page, "Asking the chat model: Italian and Spanish.");
  await says(page, "Filled in by the chat model: German.");
  await says(page, "Not translated: French.");
  await says(page, "refuses the request (status 400)");
  await expect.poll(() => Object.keys(held).length).toBe(4);
  await tab(page, "Spanish").click();
  await button(page, "Remove Spanish").click();
  await tab(page, "English").click();
  held.Spanish?.();
  held.Italian?.();
  await says(page, "Filled in by the chat model: German and Italian.");

  // Successful translations are not requested again, and one request of the day is left.
  chat.answer(obliging);
  await button(page, "Translate all").click();
  await says(page, "8 of 8 today");
  await says(page, "Today’s requests to the chat model are used up.");
  await expect.poll(() => button(page, "Translate all").isDisabled()).toBe(true);
  expect(chat.recorded.length - before).toBe(5);
  await publish(page);
  await saysPublished(page);
  await expect.poll(() => button(page, "Undo the translation").count()).toBe(0);
});
