import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { temporaryFolder } from "../../support/folder.ts";
import type { Answer } from "../../support/network/http.ts";
import { createTestApp } from "../../support/service/app.ts";
import { hostileNotices, hostileTexts, ownTexts } from "../../support/texts/hostile-texts.ts";
import { draftWith, noticeWith } from "../../support/texts/notices.ts";

const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

it("there are hostile texts enough", () => {
  expect(new Set(ownTexts).size).toBe(ownTexts.length);
  expect(ownTexts.length).toBeGreaterThan(250);
  expect(hostileTexts.length).toBeGreaterThan(700);
});

describe("a store gives every hostile text back as it is, or refuses it with a sentence:", () => {
  it.each([
    ["title", 650],
    ["message", 650],
    ["expectedReturn", 650],
    ["contactEmail", 15],
  ] as const)("%s", async (field, least) => {
    const backend = sqliteBackend(join(temporaryFolder(), "notice.db"));
    await backend.create({ ...draftWith(), number: 1 });
    const store = await backend.open();
    let kept = 0;
    for (const text of hostileTexts) {
      try {
        const { number: revision } = await store.append(draftWith({ [field]: text }));
        const { notice } = await store.find(revision);
        expect(notice).toEqual(noticeWith({ [field]: text.normalize("NFC") }));
        kept += 1;
      } catch (error) {
        if (!isNoticeError(error, "NOTICE_INVALID")) throw error;
        expect(error.message).toMatch(new RegExp(`^"${field}" [ -~…]{20,250}\\.$`));
        expect(error.exitCode).toBe(2);
      }
    }
    expect(await store.latestNumber()).toBe(kept + 1);
    await store.close();
    expect(kept).toBeGreaterThan(least);
    expect(hostileTexts.length - kept).toBeGreaterThan(40);
  });
});

/** The page's tags in their order: no text may add one, end one or change one. */
/** The page's tags; a long title has a class, and a long message stands below the expected return. */
const tags = (html: string) =>
  html
    .replace('<h1 class="long"', "<h1")
    .match(/<[^>]*>/g)
    ?.sort();

/** What the header lines say, those aside that change from answer to answer. */
function lasting({ headers }: Answer): object {
  const {
    date,
    "content-length": length,
    "maintenance-notice": marker,
    "retry-after": wait,
    ...rest
  } = headers;
  expect(`${date} ${length} ${marker} ${wait}`).toMatch(/^\w{3}, [\w :]+ GMT \d+ \d+ [1-9]\d*$/);
  return rest;
}

describe("a hostile text that was taken", () => {
  it("changes no header and no tag, and stands in HTML, JSON and text as it is", async () => {
    const { ask, store } = await createTestApp();
    const answersWith = async (notice: Partial<Notice>) => {
      await store.append(draftWith(notice));
      const get = (accept: string) => ask({ url: "/", headers: { accept } });
      return Promise.all([get("text/html"), get("application/json"), get("text/plain")]);
    };
    const plain = await answersWith({ title: "x", message: "x", expectedReturn: "x" });

    for (const hostile of hostileNotices(hostileTexts)) {
      const notice = { title: "x", ...hostile };
      const answers = await answersWith(notice);
      expect(answers.map(lasting)).toEqual(plain.map(lasting));
      for (const { body } of answers) expect(control.exec(body)).toBeNull();

      const [html, json, text] = answers;
      const { title, message, expectedReturn, contactEmail } = noticeWith(notice);
      const shown = { title, contactEmail, ...(message && { message }) };
      const [, data = ""] = /id="page-data">(.*?)<\/script>/s.exec(html.body) ?? [];
      expect(JSON.parse(data).view).toMatchObject(shown);
      const { detail, ...problem } = json.json();
      expect({ ...problem, message: detail }).toMatchObject({
        ...shown,
        ...(expectedReturn && { expectedReturn }),
      });
      for (const words of Object.values(shown)) expect(text.body).toContain(words);
      expect((await ask({ url: "/api/notice" })).json()).toEqual(noticeWith(notice));

      const isFreeText = expectedReturn && readExpectedReturn(expectedReturn).kind === "text";
      if (isFreeText && contactEmail === defaults.contactEmail)
        expect(tags(html.body)).toEqual(tags(plain[0].body));
    }
  }, 60_000);

  it("as an address makes a link to that address alone", async () => {
    const { ask, store } = await createTestApp();
    const addresses = hostileNotices(hostileTexts).flatMap(({ contactEmail }) => contactEmail ?? []);
    expect(addresses.length).toBeGreaterThan(15);
    for (const contactEmail of addresses) {
      await store.append(draftWith({ contactEmail }));
      const { body } = await ask({});
      const [, href = ""] = /<a href="([^"]*)" dir="ltr">/.exec(body) ?? [];
      const { protocol, pathname, search, hash } = new URL(href.replaceAll("&#x27;", "'"));
      expect([protocol, decodeURIComponent(pathname), search, hash]).toEqual([
        "mailto:",
        contactEmail,
        "",
        "",
      ]);
    }
  });
});
