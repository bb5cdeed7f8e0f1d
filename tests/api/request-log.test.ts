import { describe, expect, it } from "vitest";
import type { LogLine } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";

/** The log lines for requests, read after the service has stopped. */
async function logged(
  settings: Record<string, string>,
  requests: [path: string, headers: Record<string, string>][],
): Promise<LogLine[]> {
  const service = await serveHere(settings);
  for (const [path, headers] of requests) await fetch(service.url + path, { headers });
  await service.stop();
  return service.log().filter(({ msg }) => msg === "Request");
}

const forwarded = (list: string) => ({ "X-Forwarded-For": list });

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
    const requests = [
      "203.0.113.7",
      "198.51.100.1, 203.0.113.7, 10.1.2.3",
      "2001:db8:1:2::3",
      "::ffff:203.0.113.7",
      "not an address",
    ].map((list) => ["/", forwarded(list)] as [string, Record<string, string>]);
    const settings = { TRUST_PROXY: "127.0.0.0/8, 10.0.0.0/8" };
    const visitors = async (level: string) =>
      (await logged({ ...settings, LOG_LEVEL: level }, requests)).map(({ visitor }) => visitor);
    const [inFull, networks] = await Promise.all([visitors("trace"), visitors("debug")]);
    expect(inFull).toEqual(["203.0.113.7", "203.0.113.7", "2001:db8:1:2::3", "203.0.113.7", "unknown"]);
    const network = "203.0.113.0/24";
    expect(networks).toEqual([network, network, "2001:db8:1::/48", network, "unknown"]);
  });
});
