import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/assets/build.ts";
import { exchange } from "../support/network/http.ts";
import { serveHere } from "../support/service/service-here.ts";

/** A service that counts, and what it has counted so far, by format and status class. */
async function counting() {
  const service = await serveHere({ METRICS_PORT: "1" });
  const counted = async () => {
    const figures = await service.readMetrics();
    const rows = figures.matchAll(/^backsoon_responses_total\{format="(\w+)",.*status="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries(
      [...rows].map(([, format, status, count]) => [`${format} ${status}`, Number(count)]),
    );
  };
  const send = (request: string, headers = "Host: a\r\n") => {
    const body = "[".repeat(Number(/Content-Length: (\d+)/.exec(headers)?.[1] ?? 0));
    return exchange(service.url, `${request} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n${body}`);
  };
  return { ...service, counted, send };
}

const [{ path: script = "" } = {}] = readBuild("dist/web").assets;
const json = "Content-Type: application/json\r\nContent-Length: 1\r\nHost: a\r\n";

describe("every request comes in by one way, and its reply is counted once:", () => {
  it.each<[string, string, string, string]>([
    ["a visitor's", "GET /shop", "Host: a\r\n", "html 5xx"],
    ["an open page's", "GET /api/notice", "Host: a\r\n", "other 2xx"],
    [
      "an open page's that knows the notice",
      "GET /api/notice",
      "Host: a\r\nIf-None-Match: *\r\n",
      "other 3xx",
    ],
    ["one for the document's head", "HEAD /api/notice", "Host: a\r\n", "other 2xx"],
    ["one for the schema", "GET /api/notice/schema", "Host: a\r\n", "other 2xx"],
    ["one for the schema's head", "HEAD /api/notice/schema", "Host: a\r\n", "other 2xx"],
    ["one for a script with two hosts", `GET ${script}`, "Host: a\r\nHost: b\r\n", "other 4xx"],
    ["a POST to a script", `POST ${script}`, json, "json 5xx"],
    ["a health check", "GET /.backsoon/healthz", "Host: a\r\n", "other 2xx"],
    ["a health check in the absolute form", "GET http://a/.backsoon/readyz?x", "Host: a\r\n", "other 2xx"],
    ["a POST to an endpoint", "POST /.backsoon/healthz", json, "json 5xx"],
    ["a POST to the document", "POST /api/notice", json, "json 5xx"],
    [
      "a preflight",
      "OPTIONS /x",
      "Host: a\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: PUT\r\n",
      "other 2xx",
    ],
    ["one without a host", "GET /x", "", "other 4xx"],
    ["one to an endpoint with two hosts", "GET /.backsoon/healthz", "Host: a\r\nHost: b\r\n", "other 4xx"],
    [
      "one to the document with a large body",
      "GET /api/notice",
      "Host: a\r\nContent-Length: 70000\r\n",
      "other 4xx",
    ],
    [
      "one to an endpoint with a large body",
      "GET /.backsoon/readyz",
      "Host: a\r\nContent-Length: 70000\r\n",
      "other 4xx",
    ],
    ["one to connect elsewhere", "CONNECT a:443", "Host: a\r\n", "html 5xx"],
    ["one to connect elsewhere with two hosts", "CONNECT a:443", "Host: a\r\nHost: b\r\n", "other 4xx"],
    ["one by an unknown method", "FOO /shop", "Host: a\r\n", "html 5xx"],
    ["one for text in UTF-8", "GET /münchen", "Host: a\r\nAccept: text/plain\r\n", "text 5xx"],
    ["one by an unknown method with two hosts", "FOO /shop", "Host: a\r\nHost: b\r\n", "other 4xx"],
    ["one that is not HTTP", "NONSENSE", "Host: a\r\n", "other 4xx"],
    ["one whose headers are too large", "GET /", `Host: a\r\nX: ${"x".repeat(40_000)}\r\n`, "html 4xx"],
  ])("%s", async (_name, request, headers, kind) => {
    const { counted, send } = await counting();
    const answer = await send(request, headers);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${kind.split(" ")[1]?.[0]}\\d\\d `));
    expect(answer).toMatch(/\r\nmaintenance-notice: 1\r\n/i);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    await expect.poll(counted).toEqual({ [kind]: 1 });
  });

  it.each(["GET", "HEAD"])("one for a script, whose reply has no marker: %s", async (method) => {
    const { counted, send } = await counting();
    const answer = await send(`${method} ${script}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toMatch(/\r\nmaintenance-notice:/i);
    await expect.poll(counted).toEqual({ "other 2xx": 1 });
  });

  it("broken JSON gets the notice, whatever it is posted to", async () => {
    const { send } = await counting();
    for (const path of [
      "/",
      "/login",
      "/api/notice",
      "/api/notice/schema",
      "/.backsoon/healthz",
      "/.backsoon/readyz",
    ]) {
      const answer = await send(`POST ${path}`, `${json}Accept: application/json\r\n`);
      expect([path, answer]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 503 .*"status":503/s)]);
    }
  });

  it("the document's head is the same for GET and HEAD, also where nothing is sent", async () => {
    const { send } = await counting();
    const lasting = (answer: string) =>
      answer.slice(0, answer.indexOf("\r\n\r\n")).replace(/\r\nDate: .*/, "");
    for (const headers of [
      "Host: a\r\n",
      "Host: a\r\nIf-None-Match: *\r\n",
      "Host: a\r\nOrigin: https://a.example\r\n",
    ]) {
      const get = await send("GET /api/notice", headers);
      const head = await send("HEAD /api/notice", headers);
      expect(lasting(head)).toBe(lasting(get));
      expect(head).toMatch(/\r\n\r\n$/);
    }
  });

  it("how long it takes is measured for each that can be read and has no body", async () => {
    const { counted, send, readMetrics } = await counting();
    await send("GET /");
    await send("GET /.backsoon/healthz");
    await send("PUT /", `${json}Accept: text/plain\r\n`);
    await send("NONSENSE");
    await expect.poll(async () => Object.keys(await counted()).length).toBe(4);
    expect(await readMetrics()).toContain("backsoon_request_duration_seconds_count 2\n");
  });
});
