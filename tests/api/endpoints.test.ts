import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { noticeSchema, serialize } from "../../schema/notice/notice.ts";
import { forPage } from "../support/network/http.ts";
import { broken, createTestApp, pagesWith, sharedApp } from "../support/service/app.ts";
import { insertRow } from "../support/store/forged-backup.ts";
import { draftWith, noticeWith, outOfLimits, revisionWith } from "../support/texts/notices.ts";

const ask = sharedApp();

type Decode = (body: Buffer) => Buffer;

describe("GET /api/notice", () => {
  const url = "/api/notice";

  it("returns the document, with revision and hash as its entity tag", async () => {
    const { ask, store } = await createTestApp();
    const { createdAt } = await store.latest();
    const document = JSON.stringify(defaults);
    for (const url of ["/api/notice", "/backsoon-notice", "/a/b/backsoon-notice?1", "//a/backsoon-notice/?1"])
      for (const method of ["GET", "HEAD"]) {
        const { statusCode, body, headers } = await ask({ method, url });
        expect([url, statusCode, body]).toEqual([url, 200, method === "GET" ? document : ""]);
        expect(headers).toMatchObject({
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(document)),
          etag: '"1-d586fca7"',
          "last-modified": new Date(createdAt).toUTCString(),
          "cache-control": "no-cache",
          "maintenance-notice": "1",
        });
      }
  });

  it.each([
    [304, ['"1-d586fca7"', "*", 'W/"0-00000000",W/"1-d586fca7"']],
    [200, ['"1"', "1", '"1-00000000"', '"2-d586fca7-br"', '"1-d586fca7', ""]],
  ])("returns %i for If-None-Match %j", async (status, tags) => {
    for (const tag of tags) {
      const { statusCode, body, headers } = await ask({ url, headers: { "if-none-match": tag } });
      expect([tag, statusCode, body === ""]).toEqual([tag, status, status === 304]);
      expect(headers).toMatchObject({ etag: '"1-d586fca7"', "maintenance-notice": "1" });
    }
  });

  it.each<[string, string | undefined, string, Decode]>([
    ["br", "br", '"1-d586fca7-br"', brotliDecompressSync],
    ["gzip, deflate", "gzip", '"1-d586fca7-gz"', gunzipSync],
    ["br;q=0, gzip;q=0", undefined, '"1-d586fca7"', (body) => body],
  ])("returns the document for Accept-Encoding %j in %s", async (accept, coding, etag, decode) => {
    const headers = { "accept-encoding": accept };
    const { rawPayload, ...get } = await ask({ url, headers });
    expect(decode(rawPayload).toString()).toBe(JSON.stringify(defaults));
    const length = `${rawPayload.length}`;
    expect(get.headers).toMatchObject({ etag, vary: "Origin, Accept-Encoding", "content-length": length });
    expect(get.headers["content-encoding"]).toBe(coding);
    const head = await ask({ method: "HEAD", url, headers });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    const { date: _, connection: __, ...same } = get.headers;
    expect(head.headers).toMatchObject(same);
    const origin = "https://a.example";
    const crossOrigin = await ask({ url, headers: { ...headers, origin } });
    expect(crossOrigin.headers).toMatchObject({ etag, "access-control-allow-origin": origin });
    expect(crossOrigin.rawPayload.equals(rawPayload)).toBe(true);
    for (const known of ['"1-d586fca7"', '"1-d586fca7-br"', '"0-d586fca7-gz", W/"1-d586fca7"', "*"])
      for (const method of ["GET", "HEAD"]) {
        const unchanged = await ask({ method, url, headers: { ...headers, "if-none-match": known } });
        expect([known, unchanged.statusCode, unchanged.rawPayload.length]).toEqual([known, 304, 0]);
        expect(unchanged.headers).toMatchObject({ etag, vary: "Origin, Accept-Encoding" });
        expect(unchanged.headers).not.toHaveProperty("content-encoding");
      }
  });

  it("returns the document in all its languages, byte for byte as stored", async () => {
    const translations = { de: { title: "Umzug" }, fr: { title: "Été" } };
    const notice = { title: "Moving", language: "en", translations };
    const { ask, store } = await createTestApp(notice);
    const { body, json } = await ask({ url });
    expect([body, json()]).toEqual([serialize((await store.latest()).notice), { ...defaults, ...notice }]);
  });

  it("never returns 304 for another text with the same number", async () => {
    const [one, other] = [await createTestApp({ title: "One" }), await createTestApp({ title: "Other" })];
    const { etag = "" } = (await one.ask({ url })).headers;
    const answer = await other.ask({ url, headers: { "if-none-match": etag } });
    expect([answer.statusCode, answer.json().title]).toEqual([200, "Other"]);
  });
});

describe("The service", () => {
  it("publishes the schema", async () => {
    const { statusCode, headers, json } = await ask({ url: "/api/notice/schema" });
    expect([statusCode, json()]).toEqual([200, noticeSchema]);
    const expected = { "content-type": "application/schema+json", "maintenance-notice": "1" };
    expect(headers).toMatchObject(expected);
  });

  it("tells that its process is alive and ready", async () => {
    const { ask, store } = await createTestApp();
    await store.append(draftWith({ title: "two" }));
    const alive = await ask({ url: "/.backsoon/healthz" });
    expect([alive.statusCode, alive.json()]).toEqual([200, { status: "alive" }]);
    const { statusCode, headers, json } = await ask({ url: "/.backsoon/readyz" });
    expect(headers).toMatchObject({ "maintenance-notice": "2", "cache-control": "no-store" });
    expect(statusCode).toBe(200);
    const hex = expect.stringMatching(/^[0-9a-f]{8}$/);
    const since = { secondsSinceStoreAnswered: expect.any(Number) };
    expect(json()).toEqual({ status: "ready", store: "up", revision: 2, sum: hex, ...since });
  });

  it("serves each asset under its exact name, for a year, in three codings", async () => {
    for (const { path: url } of readBuild("dist/web").assets) {
      const plain = await ask({ url });
      expect(plain.statusCode).toBe(200);
      expect(plain.headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        vary: "Accept-Encoding",
      });
      expect(plain.headers).not.toHaveProperty("maintenance-notice");
      for (const [coding, decode] of Object.entries({ br: brotliDecompressSync, gzip: gunzipSync })) {
        const headers = { "accept-encoding": coding };
        const { rawPayload, ...response } = await ask({ url, headers });
        const length = String(rawPayload.length);
        expect(response.headers).toMatchObject({ "content-encoding": coding, "content-length": length });
        expect(decode(rawPayload).equals(plain.rawPayload)).toBe(true);
        const { date: _, ...same } = response.headers;
        const head = await ask({ method: "HEAD", url: `${url}?x`, headers });
        expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
        expect(head.headers).toMatchObject(same);
      }
      expect((await ask({ method: "POST", url })).statusCode).toBe(503);
      for (const other of [`${url}.br`, `${url}x`, url.toUpperCase(), "/index.html"])
        expect([other, (await ask({ url: other })).statusCode]).toEqual([other, 503]);
    }
  });
});

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
    expect(Object.keys(response.headers).join()).not.toMatch(/etag|content-range/);
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
    const detail = "The request could not be answered: try again later.";
    expect(json()).toEqual({ type: "about:blank", title: "Internal Server Error", status: 500, detail });
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
