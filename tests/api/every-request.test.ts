import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { serialize } from "../../schema/notice/notice.ts";
import { forPage } from "../support/network/http.ts";
import { broken, createTestApp, pagesWith, sharedApp } from "../support/service/app.ts";
import { insertRow } from "../support/store/forged-backup.ts";
import { noticeWith, outOfLimits, revisionWith } from "../support/texts/notices.ts";

const ask = sharedApp();

describe("The notice", () => {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "SEARCH"];
  it.each(methods)("answers %s for every path of the app", async (method) => {
    for (const url of ["/shop/cart?id=1", "/healthz", "/readyz", "/.backsoon", "/.backsoon/"]) {
      const { statusCode, headers, body } = await ask({ method, url, headers: forPage });
      expect([url, statusCode, headers["maintenance-notice"]]).toEqual([url, 503, "1"]);
      expect(headers["retry-after"]).toMatch(/^\d+$/);
      expect(body).toContain("<h1>Under Maintenance</h1>");
    }
  });

  it("answers POST, PUT and DELETE for paths of Backsoon, and GET for paths like them", async () => {
    for (const method of ["POST", "PUT", "DELETE"])
      for (const url of ["/api/notice", "/backsoon-notice", "/.backsoon/healthz", "/.backsoon/readyz"])
        expect([method, url, (await ask({ method, url })).statusCode]).toEqual([method, url, 503]);
    for (const url of [
      ...["/", "/..%2f..%2fetc%2fpasswd", "/assets/", "/assets/%2e%2e/index.html", "/api/notice/"],
      ...["/API/NOTICE", "/backsoon-notice/more", "/a-backsoon-notice", "/constructor"],
    ])
      expect([url, (await ask({ url })).statusCode]).toEqual([url, 503]);
  });

  it.each<[string, string, string, string]>([
    ["broken JSON", "application/json", "{", "application/problem+json"],
    ["a prototype", "application/json", '{"__proto__":{"a":1}}', "application/problem+json"],
    ["no type", "", "x", "text/plain; charset=utf-8"],
    ["a large body", "text/plain", "x".repeat(1024 * 1024), "text/plain; charset=utf-8"],
  ])("answers without reading the body: %s", async (_name, type, payload, format) => {
    const headers = type ? { "content-type": type } : {};
    const response = await ask({ method: "POST", url: "/login", headers, payload });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([503, format]);
  });

  it("ignores conditions and ranges", async () => {
    const headers = {
      "if-none-match": '"1", *',
      "if-modified-since": new Date(Date.now() + 1e9).toUTCString(),
      "if-match": '"x"',
      range: "bytes=0-10",
    };
    const response = await ask({ url: "/", headers });
    expect(response.statusCode).toBe(503);
    expect(response.headers).not.toHaveProperty("etag");
    expect(response.headers).not.toHaveProperty("content-range");
  });
});

describe("A fault of Backsoon", () => {
  it("in the page gives visitors a bare page, and is reported once", async () => {
    const failed = vi.fn();
    const pages = pagesWith({ render: broken, failed });
    const { ask } = await createTestApp({ title: "<Away>", message: "Soon & well" }, { pages });
    const shown = '<h1 lang="" dir="auto">&lt;Away></h1><p lang="" dir="auto">Soon &amp; well</p>';
    for (const coding of ["br", "gzip", "br"]) {
      const { statusCode, headers, body } = await ask({ url: "/%E0%A4%A", headers: forPage });
      expect([statusCode, body]).toEqual([503, expect.stringContaining(shown)]);
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(120);
      await ask({ headers: { "accept-encoding": coding } });
    }
    expect(failed.mock.calls).toEqual([[new Error("broken")]]);
  });

  it("in an endpoint gives a problem detail without the cause", async () => {
    const cache = { current: () => revisionWith(), status: broken, close: async () => {} };
    const { ask } = await createTestApp({}, { cache });
    const { statusCode, headers, json } = await ask({ url: "/.backsoon/readyz" });
    expect([statusCode, headers["content-type"]]).toEqual([500, "application/problem+json"]);
    expect(json()).toEqual({
      type: "about:blank",
      title: "Internal Server Error",
      status: 500,
      detail: "The request could not be answered: try again later.",
    });
  });
});

it.each([
  ...outOfLimits,
  ["an address with recipients", { contactEmail: "help@b.example?bcc=eve@c.example" }] as const,
])("A notice from before a limit is served unchanged in every format: %s", async (_name, changes) => {
  const notice = noticeWith(changes);
  const { ask, database } = await createTestApp();
  const db = new Database(database);
  insertRow(db, { revision: 2, body: serialize(notice) });
  db.close();
  const get = async (accept: string, language = "en") => {
    const reply = await ask({ url: "/cart", headers: { accept, "accept-language": language } });
    expect([reply.statusCode, reply.headers["maintenance-notice"]]).toEqual([503, "2"]);
    return reply;
  };
  const { title, contactEmail, translations } = notice;
  expect((await ask({ url: "/api/notice" })).json()).toEqual(notice);
  expect((await get("application/json")).json()).toMatchObject({ title, contactEmail });
  if (translations) expect((await get("application/json", "de")).json().title).toBe(translations.de?.title);
  expect((await get("text/plain")).body).toContain(`${title}\n\n`);
  // XML allows no control characters but line breaks and tabs.
  const inXml = title.replace("\u0007", "\ufffd");
  expect((await get("application/xml")).body).toContain(`<title>${inXml}</title>`);
  const page = (await get("text/html")).body;
  expect(page).toContain(`${title}</h1>`);
  // The link must add no recipient.
  expect(page).toContain(`href="mailto:${contactEmail.replace("?", "%3F").replace("=", "%3D")}"`);
  expect(page).toMatch(/<template><\/template>\s*<\/body>\s*<\/html>/);
});
