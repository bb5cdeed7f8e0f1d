import { describe, expect, it } from "vitest";
import { serveHere } from "../support/service/service-here.ts";

/** The log lines for requests, read after the service has stopped. */
async function logged(settings: Record<string, string>, requests: [path: string, headers: HeadersInit][]) {
  const service = await serveHere(settings);
  for (const [path, headers] of requests) await fetch(service.url + path, { headers });
  await service.stop();
  return service.log().filter(({ msg }) => msg === "Request");
}

describe("The log", () => {
  it("has no lines for requests by default", async () => {
    expect(await logged({}, [["/", {}]])).toEqual([]);
  });

  it("has the path and the visitor's network at level debug, but no query or header", async () => {
    const lines = await logged({ LOG_LEVEL: "debug" }, [
      ["/reset?token=secret", { Authorization: "Bearer secret", Cookie: "session=secret" }],
      ["/.backsoon/healthz", {}],
      [`/${"x".repeat(1000)}`, {}],
    ]);
    expect(lines).toMatchObject([
      { level: 20, method: "GET", path: "/reset", status: 503, sent: true, visitor: "127.0.0.0/24" },
      { path: "/.backsoon/healthz", status: 200 },
      { path: `/${"x".repeat(199)}` },
    ]);
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  it("names the visitor in front of the trusted proxies", async () => {
    const table: [forwarded: string, visitor: string, network: string][] = [
      ["203.0.113.7", "203.0.113.7", "203.0.113.0/24"],
      ["198.51.100.1, 203.0.113.7, 10.1.2.3", "203.0.113.7", "203.0.113.0/24"],
      ["2001:db8:1:2::3", "2001:db8:1:2::3", "2001:db8:1::/48"],
      ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113.0/24"],
      ["not an address", "unknown", "unknown"],
    ];
    for (const [LOG_LEVEL, column] of [["trace", 1] as const, ["debug", 2] as const]) {
      const settings = { TRUST_PROXY: "127.0.0.0/8, 10.0.0.0/8", LOG_LEVEL };
      const lines = await logged(
        settings,
        table.map(([list]) => ["/", { "X-Forwarded-For": list }]),
      );
      expect(lines.map(({ visitor }) => visitor)).toEqual(table.map((row) => row[column]));
    }
  });
});
