import { expect, it } from "vitest";
import { renderers } from "../../api/visitor/pages.ts";
import { locales, viewOf } from "../../web/render.tsx";
import { openPage } from "../support/browser/browser.ts";
import { serveHere } from "../support/service/service-here.ts";
import { hostileTexts } from "../support/texts/hostile-texts.ts";
import { noticeWith } from "../support/texts/notices.ts";

/** The text as an XML parser returns it: XML has one line break and lacks some characters. */
const inXml = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(/\p{Cs}|[\ufffe\uffff]|(?![\t\n])[\u0000-\u001f]/gu, "\ufffd");

it("A navigation gets HTML, a script gets a JSON problem, and the XML problem is well-formed with every hostile text", async () => {
  const service = await serveHere();
  const { page } = await openPage(service.url);
  const types = await page.evaluate(async () => {
    const typeOf = async (sent: Promise<Response>) => (await sent).headers.get("Content-Type");
    const asked = new XMLHttpRequest();
    asked.open("GET", "/api/orders");
    const loaded = new Promise((resolve) => asked.addEventListener("load", resolve));
    asked.send();
    await loaded;
    return [
      document.contentType,
      await typeOf(fetch("/cart", { headers: { Accept: "text/html" } })),
      await typeOf(fetch("/api/orders")),
      await typeOf(fetch("/api/orders", { method: "POST", body: "{}" })),
      asked.getResponseHeader("Content-Type"),
    ];
  });
  const json = "application/problem+json";
  expect(types).toEqual(["text/html", "text/html; charset=utf-8", json, json, json]);

  // This includes texts that no notice may have.
  const documents = hostileTexts.map((text) => {
    const notice = noticeWith({ title: text, message: text, expectedReturn: text, contactEmail: text });
    return renderers.xml(viewOf(notice, { number: 7 }, locales[0], "unknown"), notice);
  });
  const members = await page.evaluate((documents) => {
    const parser = new DOMParser();
    return documents.map((text) => {
      const { children } = parser.parseFromString(text, "application/xml").documentElement;
      return [...children].map(({ namespaceURI, localName, textContent }) =>
        namespaceURI === "urn:ietf:rfc:7807" ? [localName, textContent] : textContent,
      );
    });
  }, documents);

  expect(members.length).toBeGreaterThan(200);
  expect(members).toEqual(
    hostileTexts.map(inXml).map((text) => [
      ["type", expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/)],
      ["title", text],
      ["status", "503"],
      ["detail", text],
      ["expectedReturn", text],
      ["contactEmail", text],
      ["revision", "7"],
    ]),
  );
});
