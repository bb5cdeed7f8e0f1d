import type { Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import {
  button,
  field,
  hasFocus,
  publish,
  says,
  saysPublished,
  sharedPage,
  tab,
} from "../../support/browser/editor-page.ts";
import { say } from "../../support/network/recorder.ts";
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

const lines = (page: Page) => page.locator(".proposal-lines li").allInnerTexts();
const states = async (page: Page) =>
  (await lines(page)).map((line) => line.split("\n").slice(0, 2).join(" "));
const isProposal = (request: Request): boolean =>
  request.method() === "POST" && request.url().endsWith("/api/proposals");

it("a proposal translates the draft's words, and is taken or left part by part; what was typed comes back", async () => {
  const { page } = await begin(inFour);
  await field(page, "Title").fill("Back at 9:00");
  await tab(page, "German").click();
  await field(page, "Title").fill("Mein Titel");
  await button(page, "Translate").click();
  await says(page, "Proposal: German");
  const [sent] = chat.recorded;
  expect(sent && askedIn(sent)).toEqual({ title: "Back at 9:00", message: "Our shop gets new shelves." });
  await says(page, "1 of 8 today");
  expect(await page.locator(".proposal ins").first().innerText()).toContain("Neu: Back at 9:00");
  await button(page, "Take the title").click();
  expect(await field(page, "Title").inputValue()).toBe("Neu: Back at 9:00");
  await hasFocus(button(page, "Put my title back"));
  chat.answer((response, request) =>
    say(response, { title: `Anders: ${askedIn(request).title}`, message: "Neue Regale." }),
  );
  await button(page, "Translate").click();
  await says(page, "Anders: Back at 9:00");
  await button(page, "Take the title").click();
  await button(page, "Put my title back").click();
  expect(await field(page, "Title").inputValue()).toBe("Mein Titel");
  await button(page, "Leave the message").click();
  await says(page, "Left out: your draft has its own words.");
  expect(await field(page, "Message").inputValue()).toBe("Unser Laden bekommt neue Regale.");
  await tab(page, "The notice").click();
  await field(page, "Title").fill("Back at 10:00");
  await tab(page, "German").click();
  await says(page, "The notice has changed since you asked for this");
});

it("all languages are asked for three at a time, each by itself, until that is cancelled or the day's limit is reached", async () => {
  const { page } = await begin(inFour);
  const before = chat.recorded.length;
  const held: Record<string, () => void> = {};
  chat.answer((response, request, count) => {
    const [language = ""] = /French|German|Italian|Spanish/.exec(toldIn(request)) ?? [];
    held[language] = () => {
      if (language !== "French") return obliging(response, request, count);
      response.statusCode = 400;
      response.end("{}");
    };
  });
  await button(page, "Translate all").click();
  await expect.poll(() => Object.keys(held).length).toBe(3);
  expect(await states(page)).toEqual([
    "French asking…",
    "German asking…",
    "Italian asking…",
    "Spanish waiting",
  ]);
  held.French?.();
  held.German?.();
  await expect.poll(() => Object.keys(held).length).toBe(4);
  await expect
    .poll(() => states(page))
    .toEqual(["French failed", "German proposed", "Italian asking…", "Spanish asking…"]);
  expect(await page.locator(".proposal-lines .fault").innerText()).not.toBe("");
  const stops = async (name: string) => {
    const stopped = page.waitForEvent("requestfailed", isProposal);
    await button(page, name).click();
    await stopped;
  };
  await tab(page, "Spanish").click();
  await stops("Remove Spanish");
  await tab(page, "The notice").click();
  await stops("Cancel");
  expect(await states(page)).toEqual(["French failed", "German proposed", "Italian cancelled"]);
  await button(page, "See German").click();
  await button(page, "Take all").click();
  await tab(page, "The notice").click();
  expect((await lines(page))[1]).toContain("taken");

  // What succeeded is not paid for again, and two requests of the day are left.
  chat.answer(obliging);
  await button(page, "Translate all").click();
  await says(page, "8 of 8 today");
  await says(page, "Today’s requests to the chat model are used up");
  await expect.poll(() => button(page, "Translate all").isDisabled()).toBe(true);
  // The second request may be refused before the first one has reached the model.
  await expect.poll(() => chat.recorded.length - before).toBe(6);
  await publish(page);
  await saysPublished(page, /Revision \d+ is published\./);
});
