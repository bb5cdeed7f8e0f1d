import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { noticeSchema, serialize } from "../../schema/notice/notice.ts";
import { createTestApp, sharedApp } from "../support/service/app.ts";
import { draftWith } from "../support/texts/notices.ts";

const ask = sharedApp();

describe("GET /api/notice", () => {
  it("returns the document, with revision and hash as its entity tag", async () => {
    const { ask, store } = await createTestApp();
    const { createdAt } = await store.latest();
    const urls = ["/api/notice", "/backsoon-notice", "/a/b/backsoon-notice?1", "//a/backsoon-notice/?1"];
    const methods = ["GET", "HEAD"] as const;
    for (const [url, method] of urls.flatMap((url) => methods.map((method) => [url, method] as const))) {
      const response = await ask({ method, url });
      expect([url, response.statusCode]).toEqual([url, 200]);
      expect(response.headers).toMatchObject({
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(JSON.stringify(defaults))),
        etag: '"1-d586fca7"',
        "last-modified": new Date(createdAt).toUTCString(),
        "cache-control": "no-cache",
        "maintenance-notice": "1",
      });
      expect(response.body).toBe(method === "GET" ? JSON.stringify(defaults) : "");
    }
  });

  it.each([
    [304, ['"1-d586fca7"', "*", 'W/"0-00000000",W/"1-d586fca7"']],
    [200, ['"1"', "1", '"1-00000000"', '"2-d586fca7-br"', '"1-d586fca7', ""]],
  ])("returns %i for If-None-Match %j", async (status, tags) => {
    for (const tag of tags) {
      const response = await ask({ url: "/api/notice", headers: { "if-none-match": tag } });
      expect([tag, response.statusCode, response.body === ""]).toEqual([tag, status, status === 304]);
      expect(response.headers).toMatchObject({ etag: '"1-d586fca7"', "maintenance-notice": "1" });
    }
  });

  it.each([
    ["br", "br", '"1-d586fca7-br"', brotliDecompressSync],
    ["gzip, deflate", "gzip", '"1-d586fca7-gz"', gunzipSync],
    ["br;q=0, gzip;q=0", undefined, '"1-d586fca7"', (body: Buffer) => body],
  ])(
    "returns the document for Accept-Encoding %j in %s, with the tag %s",
    async (accept, coding, etag, decode) => {
      const headers = { "accept-encoding": accept };
      const { rawPayload, ...get } = await ask({ url: "/api/notice", headers });
      expect(decode(rawPayload).toString()).toBe(JSON.stringify(defaults));
      expect(get.headers).toMatchObject({
        etag,
        vary: "Origin, Accept-Encoding",
        "content-length": `${rawPayload.length}`,
      });
      expect(get.headers["content-encoding"]).toBe(coding);
      const head = await ask({ method: "HEAD", url: "/api/notice", headers });
      expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
      const { date: _, connection: __, ...same } = get.headers;
      expect(head.headers).toMatchObject(same);
      const crossOrigin = await ask({
        url: "/api/notice",
        headers: { ...headers, origin: "https://a.example" },
      });
      expect(crossOrigin.headers).toMatchObject({ etag, "access-control-allow-origin": "https://a.example" });
      expect(crossOrigin.rawPayload.equals(rawPayload)).toBe(true);
      for (const known of ['"1-X"', '"1-X-br"', '"0-X-gz", W/"1-X"', "*"]) {
        const given = { ...headers, "if-none-match": known.replaceAll("X", "d586fca7") };
        for (const method of ["GET", "HEAD"] as const) {
          const unchanged = await ask({ method, url: "/api/notice", headers: given });
          expect([known, unchanged.statusCode, unchanged.rawPayload.length]).toEqual([known, 304, 0]);
          expect(unchanged.headers).toMatchObject({ etag, vary: "Origin, Accept-Encoding" });
          expect(unchanged.headers).not.toHaveProperty("content-encoding");
        }
      }
    },
  );

  it("returns the document in all its languages, byte for byte as stored", async () => {
    const notice = {
      title: "Moving",
      language: "en",
      translations: { de: { title: "Umzug" }, fr: { title: "Été" } },
    };
    const { ask, store } = await createTestApp(notice);
    const { body } = await ask({ url: "/api/notice" });
    expect(body).toBe(serialize((await store.latest()).notice));
    expect(JSON.parse(body)).toEqual({ ...defaults, ...notice });
  });

  it("never returns 304 for another text with the same number", async () => {
    const [one, other] = [await createTestApp({ title: "One" }), await createTestApp({ title: "Other" })];
    const { etag = "" } = (await one.ask({ url: "/api/notice" })).headers;
    const answer = await other.ask({ url: "/api/notice", headers: { "if-none-match": etag } });
    expect([answer.statusCode, answer.json().title]).toEqual([200, "Other"]);
    expect(answer.headers.etag).toMatch(/^"1-[0-9a-f]{8}"$/);
    expect(answer.headers.etag).not.toBe(etag);
  });
});

describe("The service", () => {
  it("publishes the schema", async () => {
    const response = await ask({ url: "/api/notice/schema" });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/schema+json");
    expect(response.headers["maintenance-notice"]).toBe("1");
    expect(response.json()).toEqual(noticeSchema);
  });

  it("tells that its process is alive and ready", async () => {
    const { ask, store } = await createTestApp();
    await store.append(draftWith({ title: "two" }));
    const alive = await ask({ url: "/.backsoon/healthz" });
    expect([alive.statusCode, alive.json()]).toEqual([200, { status: "alive" }]);
    const ready = await ask({ url: "/.backsoon/readyz" });
    expect(ready.statusCode).toBe(200);
    expect(ready.headers).toMatchObject({ "maintenance-notice": "2", "cache-control": "no-store" });
    expect(ready.json()).toEqual({
      status: "ready",
      store: "up",
      revision: 2,
      sum: expect.stringMatching(/^[0-9a-f]{8}$/),
      secondsSinceStoreAnswered: expect.any(Number),
    });
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
      for (const [encoding, decode] of [
        ["br", brotliDecompressSync],
        ["gzip", gunzipSync],
      ] as const) {
        const response = await ask({ url, headers: { "accept-encoding": encoding } });
        expect(response.headers["content-encoding"]).toBe(encoding);
        expect(response.headers["content-length"]).toBe(String(response.rawPayload.length));
        expect(decode(response.rawPayload).equals(plain.rawPayload)).toBe(true);
        const { date: _, ...same } = response.headers;
        const head = await ask({ method: "HEAD", url: `${url}?x`, headers: { "accept-encoding": encoding } });
        expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
        expect(head.headers).toMatchObject(same);
      }
      expect((await ask({ method: "POST", url })).statusCode).toBe(503);
      for (const other of [`${url}.br`, `${url}x`, url.toUpperCase(), "/index.html"]) {
        expect((await ask({ url: other })).statusCode).toBe(503);
      }
    }
  });
});
