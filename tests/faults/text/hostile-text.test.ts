import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { hostile, startWithStore } from "../../support/browser/hostile-look.ts";
import { casesOf } from "../../support/cells.ts";
import type { Reply } from "../../support/network/http.ts";
import { forPage } from "../../support/network/http.ts";
import { createTestApp } from "../../support/service/app.ts";
import { startService } from "../../support/service/service.ts";
import { hostileNotices, hostileTexts, ownTexts } from "../../support/texts/hostile-texts.ts";
import { draftWith, noticeWith } from "../../support/texts/notices.ts";

const texts = casesOf(hostileTexts, 16);

describe("a hostile text that was taken", () => {
  it("changes no header and no tag, and stands in HTML, JSON and text as it is", () => answerWithEach(texts));

  it("as an address makes a link to that address alone", async () => {
    const { ask, store } = await createTestApp();
    const addresses = hostileNotices(hostileTexts).flatMap(({ contactEmail }) => contactEmail ?? []);
    expect(addresses.length).toBeGreaterThan(5);
    for (const contactEmail of addresses) {
      await store.append(draftWith({ contactEmail }));
      const { body } = await ask({ headers: forPage });
      const [, href = ""] = /<a href="([^"]*)" dir="ltr">/.exec(body) ?? [];
      const { protocol, pathname, search, hash } = new URL(unescaped(href));
      expect([protocol, decodeURIComponent(pathname), search, hash]).toEqual([
        "mailto:",
        contactEmail,
        "",
        "",
      ]);
    }
  });

  it("leaves the log lines of JSON without a raw control character, whatever is requested", async () => {
    const { service, store } = await startWithStore(startService);
    for (const texts of hostile(ownTexts)) await store.append(draftWith(texts));
    const send = async (path: string, host: string) => {
      const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
      socket.end(`GET /${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${host}\r\n\r\n`, "latin1");
      await once(socket.resume(), "close");
    };
    for (const bytes of [
      "\u001b]0;x\u0007",
      "\u009b2J",
      "\u00c2\u009b2J",
      "%1b%5b2J",
      "\u007f",
      "{{page}}",
    ]) {
      await send(bytes, "a");
      await send("", bytes);
    }
    expect((await fetch(service.url)).status).toBe(503);
    await service.ended("SIGTERM");
    const { stdout, stderr } = service.output();
    for (const output of [stdout, stderr])
      expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
    expect(lines.length).toBeGreaterThan(0);
  });
});

const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

const characters = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const unescaped = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (_all, name: keyof typeof characters) => characters[name]);

/** A page without the links in title and message, each of which opens what it says, and nothing that runs. */
const withoutLinks = (html: string) =>
  html.replace(/<a href="([^"]*)" rel="noreferrer" dir="ltr">([^<]*)<\/a>/g, (_link, href, text) => {
    const [address, shown] = [unescaped(href), unescaped(text)];
    const digits = shown.replace(/\D/g, "");
    expect([
      shown,
      `mailto:${shown.split("@").map(encodeURIComponent).join("@")}`,
      `tel:+${digits}`,
    ]).toContain(address);
    expect(address).toMatch(/^(https?:\/\/|mailto:[^@]+@[\w.-]+$|tel:\+\d{7,15}$)/);
    return text;
  });

/** The page's tags, of which no text may add, end or change one; a long title has a class, and a long message stands below the expected return. */
const tags = (html: string) =>
  withoutLinks(html)
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
async function answerWithEach(texts: string[]): Promise<void> {
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
