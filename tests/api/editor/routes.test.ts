import { METHODS } from "node:http";
import { describe, expect, it } from "vitest";
import { exchange } from "../../support/network/http.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor(() => ({ folder: undefined }));

const foreign = { Origin: "http://evil.example" };
const statusOf = async (url: string, headers = {}) => (await editor().ask({ url, headers })).statusCode;

const some = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"];
const bodies = [
  ["application/json", "{"],
  ["text/plain", "x"],
  ["multipart/form-data", ""],
] as const;

/** Every known path, and its methods. */
const taken = {
  "/": "GET, HEAD",
  "/assets/a.js": "GET, HEAD",
  "/healthz": "GET, HEAD",
  "/preview": "POST",
  "/api/session": "DELETE, GET, HEAD, POST",
  "/api/notice": "GET, HEAD, PATCH, PUT",
  "/api/notice/validate": "POST",
  "/api/revisions": "GET, HEAD",
  "/api/revisions/1": "GET, HEAD",
  "/api/revisions/9007199254740991/rollback": "POST",
  "/api/nodes": "GET, HEAD",
  "/api/app": "GET, HEAD",
  "/api/links": "POST",
  "/api/openapi.json": "GET, HEAD",
};

const unknown = [
  ...["/nothing", "/api", "/api/", "/api/notice/", "/assets", "/preview/", "/preview/index.html"],
  ...["/api/revisions/0", "/api/revisions/01", "/api/revisions/a", "/api/revisions/1/rollback/"],
];

describe("A method that a path does not have", () => {
  it.each(Object.entries(taken))("is refused at %s with its methods: %s", async (url, has) => {
    // Node handles CONNECT itself. One path tries all other methods.
    const known = url === "/api/notice" ? METHODS.filter((method) => method !== "CONNECT") : some;
    const others = known.filter((method) => !has.split(", ").includes(method));
    expect(others).toContain("TRACE");
    for (const method of others) {
      const headers = { "Content-Type": "text/plain", "Content-Length": 1, "Sec-Fetch-Site": "same-origin" };
      const answer = await editor().ask({ method, url: `${url}?a=b`, headers, payload: "{" });
      const { allow } = answer.headers;
      expect([method, answer.statusCode, allow?.split(", ").sort().join(", ")]).toEqual([method, 405, has]);
      expect(answer.headers["content-type"]).toBe("application/problem+json");
      if (method === "HEAD") continue;
      expect(answer.json()).toMatchObject({
        code: "METHOD_WRONG",
        detail: expect.stringContaining(allow ?? ""),
      });
      expect(answer.json().detail).toMatch(new RegExp(`^This address does not take ${method}: use `));
    }
  });

  it("is refused as invalid HTTP if Node does not know it", async () => {
    const { url, port } = editor();
    const answer = await exchange(url, `FETCH /api/notice HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s);
  });
});

it.each(unknown)("The unknown path %s returns 404 for every method and body", async (url) => {
  for (const [index, method] of some.entries()) {
    const [type, payload] = bodies[index % bodies.length] ?? bodies[0];
    const headers = { "Content-Type": type, "Content-Encoding": "gzip", "Content-Length": payload.length };
    const answer = await editor().ask({ method, url, headers, payload });
    const code = method === "HEAD" ? "PATH_UNKNOWN" : answer.json().code;
    expect([method, type, answer.statusCode, code]).toEqual([method, type, 404, "PATH_UNKNOWN"]);
  }
});

it("An unknown path is refused before its body has come", async () => {
  const payload = "x".repeat(5 * 1024 * 1024);
  const answer = await editor().ask({ method: "POST", url: "/nothing", payload });
  expect([answer.statusCode, answer.json().code]).toEqual([404, "PATH_UNKNOWN"]);
});

describe("An encoded path", () => {
  const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;

  it("is read alike by the guard and by the route", async () => {
    const letters = [..."/api/notice"];
    const own = await statusOf("/api/notice");
    expect(own).toBe(401);
    for (const [index, letter] of letters.entries()) {
      if (letter === "/") continue;
      for (const written of [encoded(letter), encoded(letter).toUpperCase()]) {
        const url = letters.with(index, written).join("");
        expect([url, await statusOf(url, foreign), await statusOf(url)]).toEqual([url, 403, own]);
      }
    }
    const whole = letters.map((letter) => (letter === "/" ? letter : encoded(letter))).join("");
    expect([await statusOf(whole, foreign), await statusOf(whole)]).toEqual([403, own]);
  });

  it.each([
    ["encoded twice", "/%2561pi/notice", 404],
    ["with a slash that is encoded", "/api%2fnotice", 404],
    ["with two slashes", "//api/notice", 404],
    ["with ..", "/x/../api/notice", 404],
    ["in capitals", "/API/notice", 404],
    ["with parameters", "/api/notice;a=b", 404],
    ["in overlong UTF-8", "/%c1%a1pi/notice", 400],
    ["in half of a character", "/api/notice%e2%82", 400],
    ["with an invalid code", "/%zzpi/notice", 400],
  ])("is no way around the guard %s", async (_name, url, status) => {
    expect([await statusOf(url), await statusOf(url, foreign)]).toEqual([status, status === 404 ? 403 : 400]);
  });

  it("is readable from another site only if its route allows that", async () => {
    for (const url of ["/", "/%61ssets/a.js", "/assets/a.js?b", "/healthz"])
      expect([url, await statusOf(url, foreign)]).toEqual([url, 200]);
    for (const url of ["/api/openapi.json", "/api/session", "/preview", "/nothing", "/assets/b.js"])
      expect([url, await statusOf(url, foreign)]).toEqual([url, 403]);
  });
});
