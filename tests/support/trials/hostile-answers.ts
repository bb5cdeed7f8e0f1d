import { join } from "node:path";
import { expect } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { normalizeText } from "../../../schema/notice/normalize.ts";
import type { Field, Notice } from "../../../schema/notice/notice.ts";
import { temporaryFolder } from "../folder.ts";
import type { Reply } from "../network/http.ts";
import { createTestApp } from "../service/app.ts";
import { hostileNotices } from "../texts/hostile-texts.ts";
import { draftWith, noticeWith } from "../texts/notices.ts";

/** Expects a store to give each of the texts back as it is, or to refuse it with a sentence; gives how many it took. */
export async function keepOrRefuse(field: Field, texts: string[]): Promise<number> {
  const backend = sqliteBackend(join(temporaryFolder(), "notice.db"));
  await backend.create({ ...draftWith(), number: 1 });
  const store = await backend.open();
  let kept = 0;
  for (const text of texts) {
    try {
      const { number: revision } = await store.append(draftWith({ [field]: text }));
      const { notice } = await store.find(revision);
      expect(notice).toEqual(noticeWith({ [field]: normalizeText(text) }));
      kept += 1;
    } catch (error) {
      if (!isNoticeError(error, "NOTICE_INVALID")) throw error;
      expect(error.message).toMatch(new RegExp(`^"${field}" [ -~…]{20,250}\\.$`));
      expect(error.exitCode).toBe(2);
    }
  }
  expect(await store.latestNumber()).toBe(kept + 1);
  await store.close();
  return kept;
}

const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

/** The page's tags, of which no text may add, end or change one; a long title has a class, and a long message stands below the expected return. */
const tags = (html: string) =>
  html
    .replace('<h1 class="long"', "<h1")
    .match(/<[^>]*>/g)
    ?.sort();

/** What the header lines say, those aside that change from answer to answer. */
function lasting({ headers }: Reply): object {
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

/** Expects no header and no tag to change by any of the texts, and HTML, JSON and text to hold each as it is. */
export async function answerWithEach(texts: string[]): Promise<void> {
  const { ask, store } = await createTestApp();
  const answersWith = async (notice: Partial<Notice>) => {
    await store.append(draftWith(notice));
    const get = (accept: string) => ask({ url: "/", headers: { accept } });
    return Promise.all([get("text/html"), get("application/json"), get("text/plain")]);
  };
  const plain = await answersWith({ title: "x", message: "x", expectedReturn: "x" });

  for (const hostile of hostileNotices(texts)) {
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
}
