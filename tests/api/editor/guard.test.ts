import { describe, expect, it } from "vitest";
import { type Asked, exchange } from "../../support/network/http.ts";
import { editHere, sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor(() => ({ folder: undefined }));
const json = { "Content-Type": "application/json" };

describe("The Host of a request to the editor", () => {
  it.each([
    ["the editor's address", (port: number) => `127.0.0.1:${port}`, 200],
    ["localhost", (port: number) => `localhost:${port}`, 200],
    ["the address for IPv6", (port: number) => `[::1]:${port}`, 200],
    ["another name", (port: number) => `rebind.example:${port}`, 421],
    ["a name that begins like localhost", (port: number) => `localhost.example:${port}`, 421],
    ["another port", () => "127.0.0.1:9000", 421],
    ["another address of this machine", (port: number) => `127.0.0.2:${port}`, 421],
  ])("is checked: %s", async (_name, host, status) => {
    const headers = { Host: host(editor().port) };
    for (const url of ["/", "/api/session"]) {
      const { statusCode } = await editor().ask({ url, headers });
      expect([url, statusCode]).toEqual([url, status === 200 && url === "/api/session" ? 401 : status]);
    }
  });

  it("does not matter to the health check, and to nothing else", async () => {
    const status = async (asked: Asked) => (await editor().ask(asked)).statusCode;
    for (const headers of [{ Host: "10.0.0.7:8081" }, { Host: "editor.internal" }]) {
      expect(await status({ url: "/healthz", headers })).toBe(200);
      expect(await status({ url: "/healthz?from=probe", method: "HEAD", headers })).toBe(200);
      for (const asked of [{ url: "/healthz/" }, { url: "/healthz", method: "POST" }, { url: "//healthz" }])
        expect([asked, await status({ ...asked, headers })]).toEqual([asked, 421]);
    }
    const { url } = editor();
    const old = await exchange(url, "GET /healthz HTTP/1.0\r\n\r\n");
    expect(old).toMatch(/^HTTP\/1\.1 200 .*{"status":"alive"}$/s);
  });

  it("is named in the refusal, with the fix", async () => {
    const { body } = await editor().ask({ headers: { Host: "localhost:9000" } });
    const { detail } = JSON.parse(body);
    expect(detail).toContain(`at ${editor().url}`);
    expect(detail).toContain("as localhost:9000");
    expect(detail).toContain("--origin");
  });

  it.each(["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"])(
    "is required: %j",
    async (request) => {
      const answer = await exchange(editor().url, request);
      expect(answer).toMatch(/^HTTP\/1\.1 421 .*"HOST_FOREIGN"/s);
      expect(answer).toContain(`at ${editor().url}, and the request has no Host header: send`);
    },
  );

  it("must be that of the configured origin", async () => {
    const here = await editHere({ origin: "https://notice.example.com" });
    const ask = async (host: string) => (await here.ask({ headers: { Host: host } })).statusCode;
    expect(await ask("notice.example.com")).toBe(200);
    expect(await ask("notice.example.com:443")).toBe(200);
    expect(await ask(`127.0.0.1:${here.port}`)).toBe(421);
    expect(await ask("notice.example.com:8443")).toBe(421);
  });

  it.each([
    ["a second Host", "GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\nConnection: close\r\n\r\n"],
    ["a host in the target", "GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"],
  ])("is refused with %s", async (_name, request) => {
    const { url, port } = editor();
    const answer = await exchange(url, request.replace("HOST", `127.0.0.1:${port}`));
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|21) .*application\/problem\+json/s);
  });
});

// `every-write.test.ts` has the requests with a session.
it.each<[string, Record<string, string>, number]>([
  ["typed by a person", { "Sec-Fetch-Site": "none" }, 200],
  ["from a program", {}, 200],
  ["from another site", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["from the origin null", { "Sec-Fetch-Site": "same-origin", Origin: "null" }, 403],
  ["with an unknown Sec-Fetch-Site", { "Sec-Fetch-Site": "Same-Origin" }, 403],
])("A sign-in is accepted or refused by its origin: %s", async (_name, headers, status) => {
  const payload = JSON.stringify({ secret: await editor().secret() });
  const sent = { method: "POST", url: "/api/session", headers: { ...json, ...headers }, payload };
  expect((await editor().ask(sent)).statusCode).toBe(status);
});

describe("Every reply of the editor", () => {
  it.each([
    ["the page", { url: "/" }, 200],
    ["a file", { url: "/assets/a.js" }, 200],
    ["a path out of the folder", { url: "/assets/../../package.json" }, 404],
    ["a path that is no UTF-8", { url: "/%ff" }, 400],
    ["a request without a sign-in", { url: "/api/session" }, 401],
    ["another host", { url: "/", headers: { Host: "evil.example" } }, 421],
    ["a preflight", { url: "/api/session", method: "OPTIONS", headers: { Origin: "http://b.example" } }, 403],
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
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    if (status >= 400) {
      expect(headers["content-type"]).toBe("application/problem+json");
      expect(headers.server).toBeUndefined();
    }
  });

  it.each(["bytes=0-3", "bytes=99999999-", "lines=0-3"])(
    "is the whole file for the range %s",
    async (Range) => {
      const reply = await editor().ask({ url: "/assets/a.js", headers: { Range } });
      const size = (await editor().ask({ url: "/assets/a.js" })).rawPayload.length;
      expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, size]);
      for (const name of ["content-range", "accept-ranges"]) expect(reply.headers).not.toHaveProperty(name);
    },
  );

  it("is compressed for a file if the client accepts that", async () => {
    const ask = async (headers = {}) => (await editor().ask({ url: "/assets/a.js", headers })).headers;
    expect(await ask({ "Accept-Encoding": "br" })).toMatchObject({
      "content-encoding": "br",
      "content-type": expect.stringContaining("javascript"),
    });
    expect(await ask()).not.toHaveProperty("content-encoding");
  });
});

describe("A request body to the editor", () => {
  const post = (payload: string, headers: Record<string, string> = json) =>
    editor().ask({ method: "POST", url: "/api/session", headers, payload });
  const codeOf = async (answer: ReturnType<typeof post>) => {
    const { statusCode, body } = await answer;
    return [statusCode, JSON.parse(body).code];
  };

  it("is refused above 512 KiB", async () => {
    const sized = (bytes: number) => `{"secret":"${"a".repeat(bytes - 13)}"}`;
    expect(await codeOf(post(sized(512 * 1024)))).toEqual([401, "LINK_WRONG"]);
    expect(await codeOf(post(sized(512 * 1024 + 1)))).toEqual([413, "DOCUMENT_TOO_LARGE"]);
    const chunked = { ...json, "Transfer-Encoding": "chunked" };
    expect(await codeOf(post(sized(5 * 1024 * 1024), chunked))).toEqual([413, "DOCUMENT_TOO_LARGE"]);
  });

  it.each([
    ["without a type", {}],
    ["as text", { "Content-Type": "text/plain; application/json" }],
  ])("is refused %s", async (_name, headers) => {
    expect(await codeOf(post('{"secret":"a"}', headers))).toEqual([415, "MEDIA_TYPE_WRONG"]);
  });

  it("is refused with a content coding", async () => {
    for (const coding of ["gzip", "identity, gzip", "x"]) {
      const answer = await post('{"secret":"a"}', { ...json, "Content-Encoding": coding });
      expect([answer.statusCode, answer.json().code]).toEqual([415, "CONTENT_CODING_WRONG"]);
      expect(answer.headers["accept-encoding"]).toBe("identity");
      expect(answer.json().detail).toContain(`Content-Encoding is "${coding}"`);
    }
    for (const coding of ["Identity", "", "identity, "])
      expect((await post('{"secret":"a"}', { ...json, "Content-Encoding": coding })).statusCode).toBe(401);
    const look = await editor().ask({ url: "/healthz", headers: { "Content-Encoding": "gzip" } });
    expect(look.statusCode).toBe(200);
  });

  it.each([
    ["broken JSON", '{"secret":'],
    ["empty", ""],
    ["a secret that is an object", '{"secret":{"toString":"a"}}'],
    ["two credentials", '{"secret":"a","token":"b"}'],
    ["a secret twice", '{"secret":"a","secret":"b"}'],
    ["a prototype", '{"__proto__":{"secret":"a"}}'],
  ])("is refused as a sign-in if it is %s", async (_name, payload) => {
    expect((await post(payload)).statusCode).toBe(400);
    expect(({} as { secret?: string }).secret).toBeUndefined();
  });

  it.each([
    ["two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n"],
    ["a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"],
    ["a length that is no number", "Content-Length: +2\r\n"],
  ])("is refused if its end is ambiguous: %s", async (_name, lines) => {
    const { url, port } = editor();
    const head = `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
    const smuggled = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(url, `${head}${lines}\r\n{}${smuggled}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s);
    expect(answer).not.toContain("alive");
  });

  it("is refused once if it is broken", async () => {
    const { url, port } = editor();
    const post = (host: string) =>
      exchange(
        url,
        `POST /api/session HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nno number`,
      );
    expect(await post(`127.0.0.1:${port}`)).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s);
    const refused = await post("evil.example");
    expect(refused.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 421"]);
  });

  it("closes the connection with a request for another protocol", async () => {
    const { url, port } = editor();
    const upgrade = `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\n{}`;
    const answer = await exchange(url, upgrade);
    expect(answer).toMatch(/^HTTP\/1\.1 415 .*Connection: close/s);
  });

  it("is refused with headers above 32 KiB", async () => {
    const { url } = editor();
    const answer = await exchange(url, `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(40_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 .*application\/problem\+json.*32 KiB/s);
  });
});
