import { METHODS } from "node:http";
import { describe, expect, it } from "vitest";
import { type Asked, exchange } from "../../support/network/http.ts";
import { editHere, outcomeOf, sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor(() => ({ folder: undefined }));
const json = { "Content-Type": "application/json" };
const foreign = { Origin: "http://evil.example" };
const statusOf = async (url: string, headers: Asked["headers"] = {}, method = "GET") =>
  (await editor().ask({ method, url, headers })).statusCode;
const postSession = (payload: string, headers: Asked["headers"] = json) =>
  editor().ask({ method: "POST", url: "/api/session", headers, payload });
/** The reply to bytes, in which HOST stands for the editor's own host. */
const raw = (bytes: string) => exchange(editor().url, bytes.replaceAll("HOST", `127.0.0.1:${editor().port}`));

describe("The Host of a request to the editor", () => {
  it.each([
    ["127.0.0.1:PORT", 200],
    ["localhost:PORT", 200],
    ["[::1]:PORT", 200],
    ["rebind.example:PORT", 421],
    ["localhost.example:PORT", 421],
    ["127.0.0.1:9000", 421],
    ["127.0.0.2:PORT", 421],
  ])("is accepted or refused: %s gives %i", async (host, status) => {
    const headers = { Host: host.replace("PORT", String(editor().port)) };
    const api = status === 200 ? 401 : 421;
    expect([await statusOf("/", headers), await statusOf("/api/session", headers)]).toEqual([status, api]);
  });

  it("does not matter to the health check, and to nothing else", async () => {
    const headers = { Host: "10.0.0.7:8081" };
    expect(await statusOf("/healthz", headers)).toBe(200);
    expect(await statusOf("/healthz?from=probe", headers, "HEAD")).toBe(200);
    for (const [url, method] of [["/healthz/"], ["/healthz", "POST"], ["//healthz"]] as const)
      expect([url, await statusOf(url, headers, method)]).toEqual([url, 421]);
    expect(await raw("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 .*{"status":"alive"}$/s);
  });

  it("is named in the refusal, with the editor's own address", async () => {
    const { detail } = (await editor().ask({ headers: { Host: "localhost:9000" } })).json();
    for (const part of [editor().url, "localhost:9000", "--origin"]) expect(detail).toContain(part);
  });

  it("must be that of the configured origin", async () => {
    const { ask, port } = await editHere({ origin: "https://a.example" });
    const statusAt = async (Host: string) => (await ask({ headers: { Host } })).statusCode;
    expect([await statusAt("a.example"), await statusAt("a.example:443")]).toEqual([200, 200]);
    expect([await statusAt(`127.0.0.1:${port}`), await statusAt("a.example:8443")]).toEqual([421, 421]);
  });
});

const get = "GET / HTTP/1.1\r\nHost: HOST\r\n";
const end = "Connection: close\r\n\r\n";
const post = "POST /api/session HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n";
const chunked = "Transfer-Encoding: chunked\r\n";
const broken = `${post}${chunked}\r\n2\r\n{"\r\nno number`;
const upgrade = `${post.replace("json", "x")}Upgrade: websocket\r\nConnection: Upgrade\r\n`;
/** Node would reply to the second request if it took the first body for complete. */
const smuggled = `\r\n{}${get}${end}`;
it.each([
  ["without a Host", "GET / HTTP/1.0\r\n\r\n", 421],
  ["with an empty Host", `GET / HTTP/1.1\r\nHost:\r\n${end}`, 421],
  ["with a second Host", `${get}Host: evil.example\r\n${end}`, 400],
  ["with a host in the target", `${get.replace("/", "http://evil.example/")}${end}`, 400],
  ["with two lengths", `${post}Content-Length: 2\r\nContent-Length: 3\r\n${smuggled}`, 400],
  ["with a length and chunks", `${post}Content-Length: 2\r\n${chunked}${smuggled}`, 400],
  ["with a length that is not a number", `${post}Content-Length: +2\r\n${smuggled}`, 400],
  ["with broken chunks", broken, 400],
  ["with broken chunks and a strange Host", broken.replace("HOST", "evil.example"), 421],
  ["with an unknown method", `${get.replace("GET", "FETCH")}\r\n`, 400],
  ["for another protocol", `${upgrade}Content-Length: 2\r\n\r\n{}`, 415],
  ["with headers above 32 KiB", `${get}X: ${"a".repeat(40_000)}\r\n\r\n`, 431],
])("A request %s is refused once, with a problem detail", async (_name, bytes, status) => {
  const reply = await raw(bytes);
  expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  expect(reply).toContain("\r\ncontent-type: application/problem+json\r\n");
  // Node drops the next request after an upgrade.
  if (bytes.includes("Upgrade")) expect(reply).toContain("\r\nConnection: close\r\n");
});

// `every-write.test.ts` has the requests with a session.
it.each<[string, Record<string, string>, number]>([
  ["accepted if a person typed the address", { "Sec-Fetch-Site": "none" }, 200],
  ["accepted from a program", {}, 200],
  ["refused from another site", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["refused from the origin null", { "Sec-Fetch-Site": "same-origin", Origin: "null" }, 403],
  ["refused with an unknown Sec-Fetch-Site", { "Sec-Fetch-Site": "Same-Origin" }, 403],
])("A sign-in is %s", async (_name, headers, status) => {
  const payload = JSON.stringify({ secret: await editor().secret() });
  expect((await postSession(payload, { ...json, ...headers })).statusCode).toBe(status);
});

describe("Every reply of the editor", () => {
  it.each([
    ["the page", { url: "/" }, 200],
    ["a file", { url: "/assets/a.js" }, 200],
    ["a path out of the folder", { url: "/assets/../../package.json" }, 404],
    ["a path that is not UTF-8", { url: "/%ff" }, 400],
    ["a request without a sign-in", { url: "/api/session" }, 401],
    ["another host", { url: "/", headers: { Host: "evil.example" } }, 421],
    ["a preflight", { url: "/api/session", method: "OPTIONS", headers: foreign }, 403],
  ])("is not cached, framed or read by another origin: %s", async (_name, asked, status) => {
    const { statusCode, headers } = await editor().ask(asked);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(Object.keys(headers).join()).not.toContain("access-control-");
    if (status < 400) return;
    expect(headers["content-type"]).toBe("application/problem+json");
    expect(headers.server).toBeUndefined();
  });

  it("is the whole file for a range, compressed if the client accepts that", async () => {
    const ask = (headers = {}) => editor().ask({ url: "/assets/a.js", headers });
    const whole = await ask();
    expect(Object.keys(whole.headers).join()).not.toMatch(/content-(encoding|range)|accept-ranges/);
    for (const Range of ["bytes=0-3", "bytes=99999999-", "lines=0-3"]) {
      const { statusCode, rawPayload, headers } = await ask({ Range });
      expect([statusCode, rawPayload]).toEqual([200, whole.rawPayload]);
      expect(Object.keys(headers)).toEqual(Object.keys(whole.headers));
    }
    const type = expect.stringContaining("javascript");
    const coded = { "content-encoding": "br", "content-type": type };
    expect((await ask({ "Accept-Encoding": "br" })).headers).toMatchObject(coded);
  });
});

describe("A request body to the editor", () => {
  it("is refused above 512 KiB", async () => {
    const sized = (bytes: number) => `{"secret":"${"a".repeat(bytes - 13)}"}`;
    const tooLarge = [413, "DOCUMENT_TOO_LARGE"];
    expect(outcomeOf(await postSession(sized(512 * 1024)))).toEqual([401, "LINK_WRONG"]);
    expect(outcomeOf(await postSession(sized(512 * 1024 + 1)))).toEqual(tooLarge);
    const chunked = { ...json, "Transfer-Encoding": "chunked" };
    expect(outcomeOf(await postSession(sized(5 * 1024 * 1024), chunked))).toEqual(tooLarge);
  });

  it("is refused unless its type is JSON", async () => {
    for (const headers of [{}, { "Content-Type": "text/plain; application/json" }])
      expect(outcomeOf(await postSession('{"secret":"a"}', headers))).toEqual([415, "MEDIA_TYPE_WRONG"]);
  });

  it("is refused with a content coding", async () => {
    const coded = (coding: string) => postSession('{"secret":"a"}', { ...json, "Content-Encoding": coding });
    for (const coding of ["gzip", "identity, gzip", "x"]) {
      const reply = await coded(coding);
      const accepted = reply.headers["accept-encoding"];
      expect([...outcomeOf(reply), accepted]).toEqual([415, "CONTENT_CODING_WRONG", "identity"]);
      expect(reply.json().detail).toContain(`"${coding}"`);
    }
    for (const coding of ["Identity", "", "identity, "]) expect((await coded(coding)).statusCode).toBe(401);
    expect(await statusOf("/healthz", { "Content-Encoding": "gzip" })).toBe(200);
  });

  it("is refused as a sign-in if it is broken, or anything but one credential", async () => {
    const twice = ['{"secret":"a","token":"b"}', '{"secret":"a","secret":"b"}'];
    const hostile = ['{"secret":{"toString":"a"}}', '{"__proto__":{"secret":"a"}}'];
    for (const payload of ['{"secret":', "", ...twice, ...hostile])
      expect([payload, (await postSession(payload)).statusCode]).toEqual([payload, 400]);
    expect(({} as { secret?: string }).secret).toBeUndefined();
  });
});

// `openapi.test.ts` has the methods of all other paths.
it.each([
  ["/", "GET, HEAD"],
  ["/assets/a.js", "GET, HEAD"],
  ["/api/notice", "GET, HEAD, PATCH, PUT"],
  ["/api/revisions/9007199254740991/rollback", "POST"],
])("A method that %s does not have is refused with those that it has", async (url, has) => {
  // Node handles CONNECT itself.
  const others = METHODS.filter((method) => !["CONNECT", ...has.split(", ")].includes(method));
  for (const method of others) {
    const headers = { "Content-Type": "text/plain", "Content-Length": 1, "Sec-Fetch-Site": "same-origin" };
    const reply = await editor().ask({ method, url: `${url}?a=b`, headers, payload: "{" });
    const { allow = "" } = reply.headers;
    expect([method, reply.statusCode, allow.split(", ").sort().join(", ")]).toEqual([method, 405, has]);
    const detail = expect.stringContaining(`${method}: use ${allow}`);
    if (method !== "HEAD") expect(reply.json()).toMatchObject({ code: "METHOD_WRONG", detail });
  }
});

describe("An unknown path", () => {
  it.each([
    ...["/nothing", "/api", "/api/", "/api/notice/", "/assets", "/preview/", "/preview/index.html"],
    ...["/api/revisions/0", "/api/revisions/01", "/api/revisions/a", "/api/revisions/1/rollback/"],
  ])("returns 404 for every method and body: %s", async (url) => {
    for (const [method, type, payload, code] of [
      ["GET", "application/json", "{", "PATH_UNKNOWN"],
      ["HEAD", "application/json", "", ""],
      ["POST", "text/plain", "x", "PATH_UNKNOWN"],
      ["PATCH", "multipart/form-data", "", "PATH_UNKNOWN"],
    ] as const) {
      const headers = { "Content-Type": type, "Content-Encoding": "gzip", "Content-Length": payload.length };
      const reply = await editor().ask({ method, url, headers, payload });
      expect([method, ...outcomeOf(reply)]).toEqual([method, 404, code]);
    }
  });

  it("is refused before its body has come", async () => {
    const payload = "x".repeat(5 * 1024 * 1024);
    const reply = await editor().ask({ method: "POST", url: "/nothing", payload });
    expect(outcomeOf(reply)).toEqual([404, "PATH_UNKNOWN"]);
  });
});

describe("An encoded path", () => {
  it("is read alike by the guard and by the route", async () => {
    const encoded = (text: string) =>
      text.replaceAll(/[^/]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    expect(await statusOf("/api/notice")).toBe(401);
    for (const url of ["/%61pi/notice", "/api/n%6Ftice", "/api/n%6ftice", encoded("/api/notice")])
      expect([url, await statusOf(url, foreign), await statusOf(url)]).toEqual([url, 403, 401]);
  });

  it("does not lead around the guard", async () => {
    const unknown = ["/%2561pi/notice", "/api%2fnotice", "//api/notice", "/x/../api/notice", "/API/notice"];
    for (const url of [...unknown, "/api/notice;a=b"])
      expect([url, await statusOf(url), await statusOf(url, foreign)]).toEqual([url, 404, 403]);
    // Overlong UTF-8, half of a character, and an invalid code.
    for (const url of ["/%c1%a1pi/notice", "/api/notice%e2%82", "/%zzpi/notice"])
      expect([url, await statusOf(url), await statusOf(url, foreign)]).toEqual([url, 400, 400]);
  });

  it("is readable from another site only if its route allows that", async () => {
    for (const url of ["/", "/%61ssets/a.js", "/assets/a.js?b", "/healthz"])
      expect([url, await statusOf(url, foreign)]).toEqual([url, 200]);
    for (const url of ["/api/openapi.json", "/api/session", "/preview", "/nothing", "/assets/b.js"])
      expect([url, await statusOf(url, foreign)]).toEqual([url, 403]);
  });
});
