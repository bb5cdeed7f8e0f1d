import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { serveMetrics } from "../../api/observe/metrics.ts";
import { freePort } from "../../scripts/bench/harness.ts";
import { notice } from "../support/command/command.ts";
import { forPage } from "../support/network/http.ts";
import { sharedService } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";

const host = "127.0.0.2";
const port = await freePort();
const running = sharedService({ METRICS_PORT: String(port), METRICS_HOST: host });

/** The metrics as Prometheus reads them, by name and labels. */
async function figures(): Promise<Map<string, number>> {
  const response = await fetch(`http://${host}:${port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).matchAll(/^([^#\n].*) (\S+)$/gm);
  return new Map(Array.from(lines, ([, name = "", value]) => [name, Number(value)]));
}

describe("The metrics", () => {
  it("are off by default, and never on the service's port", async () => {
    const { url, readMetrics } = await serveHere();
    expect([(await fetch(`${url}/metrics`)).status, await readMetrics()]).toEqual([503, ""]);
  });

  it("listen only at the configured address", async () => {
    expect((await fetch(`http://${host}:${port}/metrics`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow("fetch failed");
  });

  it.each([
    ["a port in use", host, "another program is listening there", "stop the program that uses it, or set"],
    ["an address of another machine", "192.0.2.1", "this machine does not have that address", "set"],
    // Too long for a host name, so that no name server is asked.
    ["an unknown host name", `${"x".repeat(64)}.invalid`, "that host name cannot be resolved", "set"],
  ])("name their settings if they cannot listen on %s", async (_name, other, reason, fix) => {
    const way = `${fix} METRICS_HOST and METRICS_PORT to another address.`;
    const start = serveMetrics(other, port, async () => "");
    await expect(start).rejects.toThrow(`Cannot listen on ${other}:${port} (${reason}): ${way}`);
  });

  it("count replies by format, language and status class, and show the revision and the store", async () => {
    const { url, env, database } = running();
    await notice(env, ["set", "--title", "Two"]);
    for (let request = 0; request < 3; request += 1)
      await fetch(url, { headers: { ...forPage, "Accept-Language": "de" } });
    await fetch(url, { method: "POST", headers: { Accept: "application/json" } });
    await fetch(`${url}/api/notice`);
    const found = await figures();
    expect(Object.fromEntries(found)).toMatchObject({
      'backsoon_responses_total{format="html",language="de",status="5xx"}': 3,
      'backsoon_responses_total{format="json",language="en",status="5xx"}': 1,
      'backsoon_responses_total{format="other",language="none",status="2xx"}': 1,
      backsoon_request_duration_seconds_count: 5,
      backsoon_revision: 2,
      backsoon_store_up: 1,
      backsoon_log_lines_dropped_total: 0,
    });
    expect(found.get("backsoon_store_answered_seconds")).toBeLessThan(60);
    expect(found.get("process_resident_memory_bytes")).toBeGreaterThan(1e6);

    const untilReturn = async (expectedReturn: string) => {
      await notice(env, ["set", "--as-given", "--expected-return", expectedReturn]);
      return (await figures()).get("backsoon_expected_return_seconds");
    };
    expect(found.has("backsoon_expected_return_seconds")).toBe(false);
    expect(await untilReturn(new Date(Date.now() + 7_200_000).toISOString())).toBeGreaterThan(6000);
    expect(await untilReturn("2020-01-01T00:00:00Z")).toBeLessThan(-3600);
    expect(await untilReturn("soon")).toBeUndefined();

    for (const part of ["", "-wal", "-shm"]) rmSync(database + part, { force: true });
    expect(Object.fromEntries(await figures())).toMatchObject({ backsoon_store_up: 0, backsoon_revision: 5 });
  });
});
