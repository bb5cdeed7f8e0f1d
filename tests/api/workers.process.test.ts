import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { notice } from "../support/command/command.ts";
import { isAlive, readMetrics, sharedService, startService } from "../support/service/service.ts";
import { endUnderWay } from "../support/service/stopping.ts";
import { ask, listeners, listening } from "../support/service/workers.ts";

const port = await freePort();
const running = sharedService({
  WORKERS: "2",
  METRICS_PORT: String(port),
  AZURE_OPENAI_CHAT_BASE_PATH: "https://a.example",
  AZURE_OPENAI_CHAT_KEY: "Sentinel-key",
});

describe("several workers", () => {
  it("each show an acknowledged change with the next request", async () => {
    const service = running();
    await listening(service, 2);
    for (let round = 0; round < 3; round += 1) {
      expect((await notice(service.env, ["set", "--title", `Round ${round}`])).code).toBe(0);
      for (let request = 0; request < 12; request += 1)
        expect(await ask(service)).toContain(`>Round ${round}</h1>`);
    }
  });

  it("are as many as there are cores if that is asked for, and end together on SIGTERM, with code 0, when everyone is answered", async () => {
    const service = await startService({ WORKERS: "auto" });
    await listening(service, availableParallelism());
    expect(await endUnderWay(service, "SIGTERM")).toBe(0);
    expect(listeners(service).filter(isAlive)).toEqual([]);
  });

  it("have their figures added up", async () => {
    const service = running();
    await listening(service, 2);
    const read = () => readMetrics(port);
    const counted = (text: string) =>
      Number(/^backsoon_responses_total\{format="html",language="en",status="5xx"\} (\d+)$/m.exec(text)?.[1]);
    const before = counted(await read()) || 0;
    for (let request = 0; request < 10; request += 1) await ask(service);
    const metrics = await read();
    expect(counted(metrics) - before).toBe(10);
    expect(metrics).toMatch(/^backsoon_store_up 1$/m);
    const latest = JSON.parse((await notice(service.env, ["history", "--json"])).stdout)[0].revision;
    expect(metrics).toMatch(new RegExp(`^backsoon_revision ${latest}$`, "m"));
    expect(metrics).not.toMatch(/^backsoon_expected_return_seconds /m);
    await notice(service.env, ["set", "--as-given", "--expected-return", "2020-01-01T00:00:00Z"]);
    const later = await read();
    // That of one worker, and not their sum.
    const seconds = Number(/^backsoon_expected_return_seconds (.+)$/m.exec(later)?.[1]);
    expect(seconds * 1000).toBeGreaterThan(Date.parse("2020-01-01T00:00:00Z") - Date.now() - 1000);
    expect(seconds).toBeLessThan(-3600);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });

  it("do not start where one cannot, and say why", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const PORT = String((other.address() as AddressInfo).port);
    await expect(startService({ WORKERS: "2", PORT })).rejects.toThrow(
      `The service ended with 1: Cannot listen on 127.0.0.1:${PORT} (another program is listening there): stop the program that uses it, or set HOST and PORT to another address.\nNo worker could be started: see the reason above.\n`,
    );
  });

  it("keep the secrets out of every process's environment", async () => {
    const service = running();
    await listening(service, 2);
    expect(await ask(service)).toMatch(/^HTTP\/1\.1 503 /);
    for (const pid of listeners(service))
      expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("Sentinel-key");
  });
});
