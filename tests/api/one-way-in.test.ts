import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { exchange } from "../support/network/http.ts";
import { sharedHere } from "../support/service/service-here.ts";

const running = sharedHere({ METRICS_PORT: "1" });

const perKind = /^backsoon_responses_total\{format="(\w+)",.*status="(\w+)"\} (\d+)$/gm;

/** Returns a function that reads how many replies the service has counted since, by format and status class. */
async function counting() {
  const before = new Map<string, number>();
  const read = async () => {
    const found = new Map<string, number>();
    for (const [, format, status, count] of (await running().readMetrics()).matchAll(perKind))
      found.set(`${format} ${status}`, (found.get(`${format} ${status}`) ?? 0) + Number(count));
    return [...found].filter(([kind, count]) => count !== before.get(kind));
  };
  for (const [kind, count] of await read()) before.set(kind, count);
  return async () =>
    Object.fromEntries((await read()).map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)]));
}

function send(request: string, headers = "Host: a\r\n"): Promise<string> {
  const body = "[".repeat(Number(/Content-Length: (\d+)/.exec(headers)?.[1] ?? 0));
  return exchange(running().url, `${request} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n${body}`);
}

const [{ path: script = "" } = {}] = readBuild("dist/web").assets;
const json = "Content-Type: application/json\r\nContent-Length: 1\r\nHost: a\r\n";

const preflight = "Host: a\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: PUT\r\n";

describe("The reply to every request", () => {
  it.each<[string, string, string, string]>([
    ["a visitor", "GET /shop", "Host: a\r\n", "text 5xx"],
    ["an open page", "GET /api/notice", "Host: a\r\n", "other 2xx"],
    ["an open page that has the notice", "GET /api/notice", "Host: a\r\nIf-None-Match: *\r\n", "other 3xx"],
    ["the head of the document", "HEAD /api/notice", "Host: a\r\n", "other 2xx"],
    ["the head of the schema", "HEAD /api/notice/schema", "Host: a\r\n", "other 2xx"],
    ["a script with two Host headers", `GET ${script}`, "Host: a\r\nHost: b\r\n", "other 4xx"],
    ["a POST to a script", `POST ${script}`, json, "json 5xx"],
    ["a health check", "GET /.backsoon/healthz", "Host: a\r\n", "other 2xx"],
    ["a health check in the absolute form", "GET http://a/.backsoon/readyz?x", "Host: a\r\n", "other 2xx"],
    ["a preflight", "OPTIONS /", preflight, "other 2xx"],
    ["no Host header", "GET /x", "", "other 4xx"],
    ["a large body", "GET /.backsoon/readyz", "Host: a\r\nContent-Length: 70000\r\n", "other 4xx"],
    ["a tunnel", "CONNECT a:443", "Host: a\r\n", "text 5xx"],
    ["an unknown method", "FOO /shop", "Host: a\r\n", "text 5xx"],
    ["invalid HTTP", "NONSENSE", "Host: a\r\n", "other 4xx"],
    ["large headers", "GET /", `Host: a\r\nX: ${"x".repeat(40_000)}\r\n`, "html 4xx"],
  ])("has the marker and is counted once: %s", async (_name, request, headers, kind) => {
    const counted = await counting();
    const answer = await send(request, headers);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${kind.split(" ")[1]?.[0]}\\d\\d `));
    expect(answer).toMatch(/\r\nmaintenance-notice: 1\r\n/i);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    await expect.poll(counted).toEqual({ [kind]: 1 });
  });

  it.each(["GET", "HEAD"])("has no marker for a script, and is counted once: %s", async (method) => {
    const counted = await counting();
    const answer = await send(`${method} ${script}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toMatch(/\r\nmaintenance-notice:/i);
    await expect.poll(counted).toEqual({ "other 2xx": 1 });
  });

  it("is timed if the request is valid and has no body", async () => {
    const timed = async () =>
      Number(/^backsoon_request_duration_seconds_count (\d+)$/m.exec(await running().readMetrics())?.[1]);
    const [before, counted] = [await timed(), await counting()];
    await send("GET /");
    await send("GET /.backsoon/healthz");
    await send("PUT /", `${json}Accept: application/xml\r\n`);
    await send("NONSENSE");
    await expect.poll(async () => Object.keys(await counted()).length).toBe(4);
    expect((await timed()) - before).toBe(2);
  });
});
