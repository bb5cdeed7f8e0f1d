import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { hostile, startWithStore } from "../../support/browser/hostile.ts";
import { casesOf } from "../../support/cells.ts";
import { forPage, type Reply } from "../../support/network/http.ts";
import { createTestApp } from "../../support/service/app.ts";
import { startService } from "../../support/service/service.ts";
import { hostileNotices, hostileTexts, ownTexts } from "../../support/texts/hostile-texts.ts";
import { draftWith, noticeWith } from "../../support/texts/notices.ts";

const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

const characters = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const unescaped = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (_all, name: keyof typeof characters) => characters[name]);

/** Removes the links that the page makes of addresses in texts, and expects each to lead where it says. */
const withoutLinks = (html: string) =>
  html.replace(/<a href="([^"]*)" rel="noreferrer" dir="ltr">([^<]*)<\/a>/g, (_link, href, text) => {
    const [address, shown] = [unescaped(href), unescaped(text)];
    const mail = `mailto:${shown.split("@").map(encodeURIComponent).join("@")}`;
    expect([shown, mail, `tel:+${shown.replace(/\D/g, "")}`]).toContain(address);
    expect(address).toMatch(/^(https?:\/\/|mailto:[^@]+@[\w.-]+$|tel:\+\d{7,15}$)/);
    return text;
  });

/** The page's tags in any order: a long message comes after the expected return. A long title has a class. */
const tags = (html: string) =>
  withoutLinks(html)
    .replace('<h1 class="long"', "<h1")
    .match(/<[^>]*>/g)
    ?.sort();

/** The headers that are the same in every reply. */
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

describe("A hostile text in the notice", () => {
  it("changes no header and no tag, and is unchanged in HTML, JSON and text", async () => {
    const { ask, store } = await createTestApp();
    const repliesWith = async (notice: Partial<Notice>) => {
      await store.append(draftWith(notice));
      const get = (accept: string) => ask({ url: "/", headers: { accept } });
      return Promise.all([get("text/html"), get("application/json"), get("text/plain")]);
    };
    const plain = await repliesWith({ title: "x", message: "x", expectedReturn: "x" });

    for (const hostile of hostileNotices(casesOf(hostileTexts, 16))) {
      const notice = { title: "x", ...hostile };
      const replies = await repliesWith(notice);
      expect(replies.map(lasting)).toEqual(plain.map(lasting));
      for (const { body } of replies) expect(control.exec(body)).toBeNull();

      const [html, json, text] = replies;
      const { title, message, expectedReturn, contactEmail } = noticeWith(notice);
      const shown = { title, contactEmail, ...(message && { message }) };
      const [, data = ""] = /id="page-data">(.*?)<\/script>/s.exec(html.body) ?? [];
      expect(JSON.parse(data).view).toMatchObject(shown);
      const { detail, ...problem } = json.json();
      const back = expectedReturn && { expectedReturn };
      expect({ ...problem, message: detail }).toMatchObject({ ...shown, ...back });
      for (const words of Object.values(shown)) expect(text.body).toContain(words);
      expect((await ask({ url: "/api/notice" })).json()).toEqual(noticeWith(notice));

      const isFreeText = expectedReturn && readExpectedReturn(expectedReturn).kind === "text";
      if (isFreeText && contactEmail === defaults.contactEmail)
        expect(tags(html.body)).toEqual(tags(plain[0].body));
    }
  });

  it("adds nothing to the link of the contact address", async () => {
    const { ask, store } = await createTestApp();
    const addresses = hostileNotices(hostileTexts).flatMap(({ contactEmail }) => contactEmail ?? []);
    expect(addresses.length).toBeGreaterThan(5);
    for (const contactEmail of addresses) {
      await store.append(draftWith({ contactEmail }));
      const { body } = await ask({ headers: forPage });
      const [, href = ""] = /<a href="([^"]*)" dir="ltr">/.exec(body) ?? [];
      const { protocol, pathname, search, hash } = new URL(unescaped(href));
      expect([protocol, decodeURIComponent(pathname), search + hash]).toEqual(["mailto:", contactEmail, ""]);
    }
  });
});

it("The log has no control character, whatever the notice says and clients request", async () => {
  const { service, store } = await startWithStore(startService);
  for (const texts of hostile(ownTexts)) await store.append(draftWith(texts));
  const send = async (path: string, host: string) => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    socket.end(`GET /${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${host}\r\n\r\n`, "latin1");
    await once(socket.resume(), "close");
  };
  const sequences = ["\u001b]0;x\u0007", "\u009b2J", "\u00c2\u009b2J", "%1b%5b2J", "\u007f", "{{page}}"];
  for (const bytes of sequences) {
    await send(bytes, "a");
    await send("", bytes);
  }
  expect((await fetch(service.url)).status).toBe(503);
  await service.ended("SIGTERM");
  const { stdout, stderr } = service.output();
  for (const output of [stdout, stderr]) expect(control.exec(output)).toBeNull();
  const lines = stdout.trimEnd().split("\n");
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
  expect(lines.length).toBeGreaterThan(0);
});
