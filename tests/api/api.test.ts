import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/assets/build.ts";
import { createPages } from "../../api/visitor/pages.ts";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { createTestApp, sharedApp } from "../support/service/app.ts";
import { draftWith, revisionWith } from "../support/texts/notices.ts";

const ask = sharedApp();

const methods = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "PROPFIND",
  "MKCOL",
  "REPORT",
  "SEARCH",
] as const;

describe("every other request is answered with the notice:", () => {
  it.each(methods)("%s", async (method) => {
    const response = await ask({ method: method as "GET", url: "/shop/cart?id=1" });
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('<h1 dir="auto">Under Maintenance</h1>');
  });

  it.each(["POST", "PUT", "DELETE"] as const)("%s to a path of ours", async (method) => {
    for (const url of ["/api/notice", "/api/notice/schema", "/healthz", "/readyz"]) {
      expect((await ask({ method, url })).statusCode).toBe(503);
    }
  });

  it.each([
    "/",
    "//",
    "/%00",
    "/%E0%A4%A",
    "/%",
    "/a/../b",
    "/..%2f..%2fetc%2fpasswd",
    "/assets/",
    "/assets/../index.html",
    "/assets/none.js",
    "/assets/%2e%2e/index.html",
    "/api",
    "/api/",
    "/api/notice/",
    "/API/NOTICE",
    "/constructor",
    `/${"x".repeat(15_000)}`,
  ])("GET %s", async (url) => {
    const response = await ask({ url });
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers["retry-after"])).toBeGreaterThanOrEqual(120);
  });

  it.each([
    ["broken JSON", "application/json", "{"],
    ["a prototype", "application/json", '{"__proto__":{"a":1}}'],
    ["an unknown type", "application/x-nothing", "x"],
    ["a type that is none", "/;;", "x"],
    ["no type", "", "x"],
    ["a large body", "text/plain", "x".repeat(1024 * 1024)],
  ])("a body is not read: %s", async (_name, type, payload) => {
    const headers = type ? { "content-type": type } : {};
    const response = await ask({ method: "POST", url: "/login", headers, payload });
    expect(response.statusCode).toBe(503);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("conditions and ranges change nothing", async () => {
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

describe("a fault of ours", () => {
  it("in making the page leaves visitors with a bare one, and is told of once", async () => {
    const faults: unknown[] = [];
    const broken = () => {
      throw new Error("broken");
    };
    const pages = createPages({
      template: "",
      live: { pollSeconds: 10, returnSpreadSeconds: 5 },
      render: broken,
      failed: (error) => faults.push(error),
    });
    const { ask } = await createTestApp({ title: "<Away>", message: "Soon & well" }, { pages });
    for (let request = 0; request < 5; request += 1) {
      const response = await ask({ url: "/%E0%A4%A" });
      expect(response.statusCode).toBe(503);
      expect(Number(response.headers["retry-after"])).toBeGreaterThanOrEqual(120);
      expect(response.body).toContain("<h1>&lt;Away></h1><p>Soon &amp; well</p>");
      await ask({ url: "/", headers: { "accept-encoding": request % 2 ? "br" : "gzip" } });
    }
    expect(faults).toEqual([new Error("broken")]);
  });

  it("in an endpoint is a problem detail that does not tell of it", async () => {
    const cache: NoticeCache = {
      current: () => revisionWith(),
      status: () => {
        throw new Error("secret");
      },
      close: async () => {},
    };
    const { ask } = await createTestApp({}, { cache });
    const response = await ask({ url: "/readyz" });
    expect(response.statusCode).toBe(500);
    expect(response.headers["content-type"]).toBe("application/problem+json");
    expect(response.json()).toEqual({
      type: "about:blank",
      title: "Internal Server Error",
      status: 500,
      detail: "The request could not be answered: try again later.",
    });
  });
});

describe("the notice has", () => {
  it("the headers of planned maintenance", async () => {
    const { headers, rawPayload } = await ask({ url: "/" });
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-language": "en",
      "content-length": String(rawPayload.length),
      "retry-after": expect.stringMatching(/^1[23]\d$/),
      "cache-control": "no-store",
      vary: "Accept, Accept-Encoding, Accept-Language, Origin",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "maintenance-notice": "1",
    });
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("server");
  });

  it("the same headers for HEAD, and no body", async () => {
    const get = await ask({ url: "/" });
    const head = await ask({ method: "HEAD", url: "/" });
    expect(head.statusCode).toBe(503);
    expect(head.rawPayload).toHaveLength(0);
    const { date: _, connection: __, "retry-after": ___, ...same } = get.headers;
    expect(head.headers).toMatchObject(same);
  });

  it("a policy that names each inline style by its hash, and nothing unsafe", async () => {
    const { headers, body } = await ask({ url: "/" });
    const policy = String(headers["content-security-policy"]);
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
    expect(styles).toHaveLength(1);
    for (const style of styles) {
      expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
    }
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|\*|http:/);
    expect(body).not.toMatch(/ style=| on[a-z]+=/);
  });

  it("all that is needed to read it: one script, from us, and no other request", async () => {
    const { body } = await ask({ url: "/" });
    const requests = [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
    expect(requests).toEqual([
      expect.stringMatching(/^data:image\/svg\+xml,/),
      expect.stringMatching(/^\/assets\/[\w-]+\.js$/),
      "mailto:support@example.com",
    ]);
  });

  it.each([
    ["br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
    ["gzip;q=0, *", "br", brotliDecompressSync],
    ["", undefined, (body: Buffer) => body],
    ["identity", undefined, (body: Buffer) => body],
    ["zstd", undefined, (body: Buffer) => body],
    ["*;q=0", undefined, (body: Buffer) => body],
    ["br;q=0.5, gzip;q=0.9", "gzip", gunzipSync],
  ])("the coding for Accept-Encoding %j: %s", async (accept, encoding, decode) => {
    const plain = await ask({ url: "/" });
    const response = await ask({ url: "/", headers: { "accept-encoding": accept } });
    expect(response.headers["content-encoding"]).toBe(encoding);
    expect(decode(response.rawPayload).toString()).toBe(plain.body);
  });

  it("texts with HTML in them as texts", async () => {
    const text = "</script><script>alert(1)</script><img src=x onerror=alert(1)> $& $` {{data}} \u2028";
    const { ask } = await createTestApp({ title: text, message: text, expectedReturn: text });
    const { body } = await ask({ url: "/" });
    expect(body.match(/<script\b/g)).toHaveLength(2);
    expect(body).not.toContain("<img");
    const shown = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
    expect(body.match(/<title>(.*?)<\/title>/s)?.[1]).toBe(shown);
    const [, data = ""] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
    expect(JSON.parse(data).view).toMatchObject({ title: text, message: text, expectedReturn: { text } });
  });
});

describe("Retry-After", () => {
  const seconds = async (expectedReturn: string) => {
    const { ask } = await createTestApp({ expectedReturn });
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask({ url: "/" })));
    const values = answers.map(({ headers }) => String(headers["retry-after"]));
    for (const value of values) expect(value).toMatch(/^[1-9]\d*$/);
    return { least: Math.min(...values.map(Number)), most: Math.max(...values.map(Number)) };
  };
  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

  it.each(["soon", fromNow(-1000), "2026-02-30T00:00:00Z"])(
    "is the configured one, and up to a tenth more, for %s",
    async (expectedReturn) => {
      const { least, most } = await seconds(expectedReturn);
      expect(least).toBeGreaterThanOrEqual(120);
      expect(least).toBeLessThan(124);
      expect(most).toBeGreaterThan(128);
      expect(most).toBeLessThanOrEqual(132);
    },
  );

  it("follows a time ahead, and spreads by a tenth", async () => {
    const { least, most } = await seconds(fromNow(3_600_000));
    expect(least).toBeGreaterThanOrEqual(3_590);
    expect(least).toBeLessThan(3_680);
    expect(most).toBeGreaterThan(3_880);
    expect(most).toBeLessThanOrEqual(3_960);
  });

  it("is never shorter than 30 seconds, nor longer than a day", async () => {
    expect((await seconds(fromNow(2_000))).least).toBeGreaterThanOrEqual(30);
    expect(await seconds("9999-12-31T23:59:59Z")).toEqual({ least: 86_400, most: 86_400 });
  });
});

describe("GET /api/notice", () => {
  it("gives the document alone, with its revision as entity tag", async () => {
    const { ask, store } = await createTestApp();
    const { createdAt } = await store.latest();
    for (const method of ["GET", "HEAD"] as const) {
      const response = await ask({ method, url: "/api/notice" });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(JSON.stringify(defaults))),
        etag: '"1"',
        "last-modified": new Date(createdAt).toUTCString(),
        "cache-control": "no-cache",
        "maintenance-notice": "1",
      });
      expect(response.body).toBe(method === "GET" ? JSON.stringify(defaults) : "");
    }
  });

  it.each(['"1"', 'W/"1"', "*", '"0", "1"', ' "1" '])("answers 304 for If-None-Match %s", async (tag) => {
    const response = await ask({ url: "/api/notice", headers: { "if-none-match": tag } });
    expect(response.statusCode).toBe(304);
    expect(response.body).toBe("");
    expect(response.headers).toMatchObject({ etag: '"1"', "maintenance-notice": "1" });
  });

  it.each(['"2"', "1", '"11"', "", '"1', "null"])("answers 200 for If-None-Match %j", async (tag) => {
    const response = await ask({ url: "/api/notice", headers: { "if-none-match": tag } });
    expect(response.statusCode).toBe(200);
  });

  it("gives each acknowledged change with the next request, and so does the page", async () => {
    const { ask, store } = await createTestApp();
    for (let revision = 2; revision < 30; revision += 1) {
      await store.append(draftWith({ title: `Title ${revision}` }));
      const document = await ask({
        url: "/api/notice",
        headers: { "if-none-match": `"${revision - 1}"` },
      });
      expect(document.json()).toMatchObject({ title: `Title ${revision}` });
      expect(document.headers.etag).toBe(`"${revision}"`);
      expect((await ask({ url: "/" })).body).toContain(`>Title ${revision}</h1>`);
    }
  });
});

describe("our other endpoints", () => {
  it("publish the schema", async () => {
    const response = await ask({ url: "/api/notice/schema" });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/schema+json");
    expect(response.headers["maintenance-notice"]).toBe("1");
    expect(response.json()).toEqual(noticeSchema);
  });

  it("tell that the process is alive and ready", async () => {
    const { ask, store } = await createTestApp();
    await store.append(draftWith({ title: "two" }));
    const alive = await ask({ url: "/healthz" });
    expect([alive.statusCode, alive.json()]).toEqual([200, { status: "alive" }]);
    const ready = await ask({ url: "/readyz" });
    expect([ready.statusCode, ready.headers["maintenance-notice"], ready.headers["cache-control"]]).toEqual([
      200,
      "2",
      "no-store",
    ]);
    expect(ready.json()).toEqual({
      status: "ready",
      store: "up",
      revision: 2,
      secondsSinceStoreAnswered: expect.any(Number),
    });
  });

  it("serve each asset under its exact name, for a year, in three codings", async () => {
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
        expect(decode(response.rawPayload).equals(plain.rawPayload)).toBe(true);
      }
      for (const other of [`${url}.br`, `${url}x`, url.toUpperCase(), "/index.html"]) {
        expect((await ask({ url: other })).statusCode).toBe(503);
      }
    }
  });
});
