import { describe, expect, it } from "vitest";
import type { Notice } from "../../../../schema/notice/notice.ts";
import { canary, plain } from "../../../support/browser/hostile-look.ts";
import { launchFrames } from "../../../support/browser/preview-frames.ts";
import { sharedEditor } from "../../../support/service/editor-here.ts";
import { hostileNotices, hostileTexts, joinTexts, ownTexts } from "../../../support/texts/hostile-texts.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor();
const openFrames = launchFrames();

/** What is in a page, and how many elements it has. */
interface Look extends Partial<Notice> {
  documentTitle: string;
  elements: number;
}

/** In every page: looks at one. */
function look(page: Document): Look {
  const text = (selector: string) => page.querySelector(selector)?.textContent;
  const texts = {
    title: text("h1"),
    message: text(".message"),
    expectedReturn: text(".expected-return .time"),
  };
  const others = { contactEmail: text(".help a"), documentTitle: text("title") };
  return { ...texts, ...others, elements: page.querySelectorAll("*").length } as Look;
}
const script = `${canary}; globalThis.look = ${look}`;

/** In the editor's page: asks for previews, and looks at what the browser's parser makes of them. */
async function parsePreviews(requests: string[]): Promise<Look[]> {
  const parse = async (body: string): Promise<Look> => {
    const key = localStorage.getItem("backsoon session key") ?? "";
    const headers = { "Content-Type": "application/json", "Session-Key": key };
    const reply = await fetch("/preview", { method: "POST", headers, body });
    return look(new DOMParser().parseFromString(await reply.text(), "text/html"));
  };
  return Promise.all(requests.map(parse));
}

/**
 * A draft with the texts in the notice's own words, and one with them in a translation, each with the language that
 * shows them.
 */
function inBothWays(notice: Notice): { notice: Notice; language: string }[] {
  const { title, message = "", expectedReturn = "" } = notice;
  const translations = { de: { title, message, expectedReturn } };
  return [
    { notice, language: "en" },
    { notice: noticeWith({ ...plain, contactEmail: notice.contactEmail, translations }), language: "de" },
  ];
}

/** What a preview of a notice shows. */
function shown({ title, message, expectedReturn, contactEmail }: Notice): object {
  return { title, message, expectedReturn, contactEmail, documentTitle: title };
}

describe("a hostile draft", () => {
  it("is nothing but text to the browser's parser, each text alone in each field", async () => {
    const drafts = hostileNotices(hostileTexts).map((notice) => noticeWith({ ...plain, ...notice }));
    expect(drafts.length).toBeGreaterThan(700);
    const { page } = await openFrames(editor().makeLink(), {}, script);
    const [of] = await page.evaluate(parsePreviews, [JSON.stringify({ notice: noticeWith(plain) })]);
    for (let first = 0; first < drafts.length; first += 100) {
      const batch = drafts.slice(first, first + 100);
      const requests = batch.flatMap(inBothWays).map((request) => JSON.stringify(request));
      const looks = await page.evaluate(parsePreviews, requests);
      expect(looks).toEqual(batch.flatMap((notice) => Array(2).fill({ ...of, ...shown(notice) })));
    }
  });

  it("is shown as text in its frame, and nothing in it runs or asks for anything", async () => {
    const { page, requests, show, unexpected } = await openFrames(editor().makeLink(), {}, script);
    const messages = joinTexts("message", hostileTexts);
    // The shortest are titles, which decide how many pages there are.
    const markup = ownTexts.filter((text) => text.includes("<"));
    const titles = joinTexts("title", markup);
    const returns = joinTexts("expectedReturn", hostileTexts);
    const lookInFrame = async (request: object): Promise<Look & { pwned: number }> => {
      const { frame } = await show(request);
      return frame.evaluate(() => ({ ...look(document), pwned: Reflect.get(globalThis, "__pwned") }));
    };
    const of = await lookInFrame({ notice: noticeWith(plain) });
    expect(of.pwned).toBe(0);
    for (const [index, title] of titles.entries()) {
      const message = messages[index % messages.length] ?? "";
      const expectedReturn = returns[index % returns.length] ?? "";
      const notice = noticeWith({ title, message, expectedReturn });
      const looks = await Promise.all(inBothWays(notice).map(lookInFrame));
      expect(looks).toEqual(Array(2).fill({ ...of, ...shown(notice) }));
      await page.evaluate(() => document.body.replaceChildren());
    }
    const own = new RegExp(`^${editor().url}/preview(/assets/[\\w.-]+\\.js)?$`);
    expect(requests.filter((url) => !own.test(url) && !url.startsWith("data:"))).toEqual([]);
    expect(unexpected()).toEqual([]);
  });
});
