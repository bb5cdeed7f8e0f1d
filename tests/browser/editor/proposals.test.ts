import { resolve } from "node:path";
import type { Page, Request } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type EditorPage,
  enter,
  openEditor,
  publishElsewhere,
  says,
} from "../../support/browser/editor-page.ts";
import { button, field, lines, tab } from "../../support/browser/proposals.ts";
import { askedIn, type ChatHere, chatHere, obliging, say, toldIn } from "../../support/service/chat-here.ts";
import { editHere, sharedEditor } from "../../support/service/editor-here.ts";

let chat: ChatHere;
const ends: (() => void)[] = [];
const editor = sharedEditor(async () => {
  chat = await chatHere({ onFinished: (work) => ends.push(work) });
  return { proposals: chat.proposals };
});

beforeEach(async () => {
  chat.answer(obliging);
  await publishElsewhere(editor(), {
    title: "We are moving",
    message: "Our shop gets new shelves.",
    language: "en",
    translations: {
      de: { title: "Wir ziehen um", message: "Unser Laden bekommt neue Regale." },
      fr: { title: "Nous déménageons", message: "De nouveaux rayons." },
      it: { title: "Ci spostiamo", message: "Nuovi scaffali." },
      es: { title: "Nos mudamos", message: "Nuevos estantes." },
    },
  });
});

async function open(url = editor().makeLink()): Promise<EditorPage> {
  const opened = await openEditor(url);
  await enter(opened);
  return opened;
}

const isProposal = (request: Request): boolean =>
  request.method() === "POST" && request.url().endsWith("/api/proposals");

describe("in the editor, a proposal", () => {
  it("translates the draft's words, and is taken or left part by part; what was typed comes back", async () => {
    const { page, unexpected } = await open();
    await field(page, "Title").fill("Back at 9:00");
    await tab(page, "German").click();
    await field(page, "Title").fill("Mein Titel");
    const before = chat.recorded.length;
    await button(page, "Translate").click();
    await says(page, "Proposal: German");
    const [sent] = chat.recorded.slice(before);
    expect(askedIn(sent as never)).toEqual({ title: "Back at 9:00", message: "Our shop gets new shelves." });
    await says(page, /\b\d+ of 50 today/);
    expect(await page.locator(".proposal ins").first().innerText()).toContain("Neu: Back at 9:00");
    await button(page, "Take the title").click();
    expect(await field(page, "Title").inputValue()).toBe("Neu: Back at 9:00");
    await expect
      .poll(() => button(page, "Put my title back").evaluate((it) => it === document.activeElement))
      .toBe(true);
    await page.keyboard.press("Enter");
    expect(await field(page, "Title").inputValue()).toBe("Mein Titel");
    await button(page, "Take the title").click();
    chat.answer((response, request) => {
      const { title } = askedIn(request);
      say(response, { title: `Anders: ${title}`, message: "Neue Regale." });
    });
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
    await says(page, "The notice has changed since this was asked for");
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => /assets\/proposals-/.test(name))
        .map((entry) => entry as PerformanceResourceTiming)
        .map(({ encodedBodySize, decodedBodySize }) => encodedBodySize < decodedBodySize / 2),
    );
    expect(sizes).toEqual([true]);
    expect(unexpected()).toEqual([]);
  });

  it("is a draft of a brief, which outlives its sheet, in the notice's language", async () => {
    const { page } = await open();
    await button(page, "Draft").click();
    await page.getByLabel("What is going on?").fill("new shelves, 2 h");
    await page.keyboard.press("Escape");
    await expect.poll(() => button(page, "Draft").evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("What is going on?").inputValue()).toBe("new shelves, 2 h");
    await page.keyboard.press("Control+Enter");
    await says(page, "Proposal: The notice");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await button(page, "Take all").click();
    expect(await field(page, "Title").inputValue()).toBe("Wartung");
    expect(await field(page, "Message").inputValue()).toBe("Kurz: new shelves, 2 h");
    // What is kept of a draft in the browser is the words alone.
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      "brief",
    );
  });

  it("comes for all languages at once, three at a time, each by itself, until that is cancelled", async () => {
    const { page } = await open();
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
    const states = async () => (await lines(page)).map((line) => line.split("\n").slice(0, 2).join(" "));
    await button(page, "Translate all").click();
    await expect.poll(() => Object.keys(held).length).toBe(3);
    expect(await states()).toEqual([
      "French asking…",
      "German asking…",
      "Italian asking…",
      "Spanish waiting",
    ]);
    held.French?.();
    held.German?.();
    await expect.poll(() => Object.keys(held).length).toBe(4);
    await expect
      .poll(states)
      .toEqual(["French failed", "German proposed", "Italian asking…", "Spanish asking…"]);
    expect(await page.locator(".proposal-lines .fault").innerText()).not.toBe("");
    const stops = async (act: () => Promise<void>) => {
      const stopped = page.waitForEvent("requestfailed", isProposal);
      await act();
      await stopped;
    };
    await tab(page, "Spanish").click();
    await stops(() => button(page, "Remove Spanish").click());
    await tab(page, "The notice").click();
    expect(await states()).toEqual(["French failed", "German proposed", "Italian asking…"]);
    await stops(() => button(page, "Cancel").click());
    expect((await lines(page)).filter((line) => line.includes("cancelled"))).toHaveLength(1);
    await button(page, "See German").click();
    await says(page, "Proposal: German");
    await button(page, "Take all").click();
    await tab(page, "The notice").click();
    expect((await lines(page))[1]).toContain("taken");
    expect(chat.recorded.length - before).toBe(4);
    chat.answer(obliging);
    await button(page, "Translate all").click();
    await expect
      .poll(async () => (await lines(page)).filter((line) => line.includes("proposed")).length)
      .toBe(2);
    // What succeeded is not paid for again.
    expect(chat.recorded.length - before).toBe(6);
  });
});

describe("nothing of proposals is shown, or loaded,", () => {
  const chunks = (page: Page) =>
    page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => /proposals/.test(name)).length,
    );

  it("without a chat model", async () => {
    const one = await editHere({ folder: resolve("dist/editor") });
    const { page } = await open(one.makeLink());
    expect([await chunks(page), await page.locator(".proposals").count()]).toEqual([0, 0]);
  });

  it("to somebody who may only read", async () => {
    const { page } = await openEditor(editor().url);
    await page.getByLabel("Token").fill(await editor().addToken("reader", "read"));
    await page.keyboard.press("Enter");
    await says(page, "You can look, and not publish");
    expect([await chunks(page), await page.locator(".proposals").count()]).toEqual([0, 0]);
  });
});
