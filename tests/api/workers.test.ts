import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { notice } from "../support/command/command.ts";
import { patient, type Service, startService } from "../support/service/service.ts";
import { endUnderWay } from "../support/service/stopping.ts";

/** The processes that have said that they listen, in the order in which they did. */
function listeners({ log }: Service): number[] {
  return log()
    .filter(({ msg }) => msg.startsWith("Server listening"))
    .map(({ pid }) => pid);
}

async function listening(service: Service, count: number): Promise<void> {
  await expect.poll(() => listeners(service).length, patient).toBe(count);
}

/** Whether a process runs; one that has ended and that nobody has waited for does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Asks over a connection of its own, so that each worker has its turn. */
async function ask({ url }: Service, path = "/"): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

describe("several workers", () => {
  it("are one process unless asked for, or as many as there are cores", async () => {
    const one = await startService();
    await expect.poll(() => listeners(one), patient).toEqual([one.pid]);
    const auto = await startService({ WORKERS: "auto" });
    await listening(auto, availableParallelism());
  });

  it("each show an acknowledged change with the next request", async () => {
    const service = await startService({ WORKERS: "3" });
    await listening(service, 3);
    for (let round = 0; round < 5; round += 1) {
      expect((await notice(service.env, ["set", "--title", `Round ${round}`])).code).toBe(0);
      for (let request = 0; request < 12; request += 1)
        expect(await ask(service)).toContain(`>Round ${round}</h1>`);
    }
  });

  it("take over from one that dies, which gets a successor", async () => {
    const service = await startService({ WORKERS: "2" });
    await listening(service, 2);
    const [first = 0, second = 0] = listeners(service);
    process.kill(first, "SIGKILL");
    for (let request = 0; request < 10; request += 1) {
      await expect.poll(() => ask(service), patient).toMatch(/^HTTP\/1\.1 503 /);
    }
    await listening(service, 3);
    expect([isAlive(first), isAlive(second)]).toEqual([false, true]);
    expect(service.output().stdout).toMatch(
      /"signal":"SIGKILL".*A worker has exited: another one is taking over/,
    );
    expect(await ask(service)).toMatch(/^HTTP\/1\.1 503 /);
  });

  it("end together on SIGTERM, with code 0, and answer everyone before", async () => {
    const service = await startService({ WORKERS: "2" });
    await listening(service, 2);
    expect(await endUnderWay(service, "SIGTERM")).toBe(0);
    expect(listeners(service).filter(isAlive)).toEqual([]);
  });

  it("end when the one that started them is killed", async () => {
    const service = await startService({ WORKERS: "2" });
    await listening(service, 2);
    await service.ended("SIGKILL");
    await expect.poll(() => listeners(service).filter(isAlive), patient).toEqual([]);
  });

  it("have their figures added up", async () => {
    const port = await freePort();
    const service = await startService({ WORKERS: "2", METRICS_PORT: String(port) });
    await listening(service, 2);
    for (let request = 0; request < 10; request += 1) await ask(service);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/^backsoon_responses_total\{format="html",language="en",status="5xx"\} 10$/m);
    expect(metrics).toMatch(/^backsoon_store_up 1$/m);
    expect(metrics).toMatch(/^backsoon_revision 1$/m);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });

  it("do not start where one cannot, and say why", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const PORT = String((other.address() as AddressInfo).port);
    await expect(startService({ WORKERS: "2", PORT })).rejects.toThrow(
      `The service ended with 1: Cannot listen on 127.0.0.1:${PORT} (another program is listening there): free that address, or set HOST and PORT to another.\nNo worker could be started: see the reason above.\n`,
    );
  });

  it("keep the secrets out of every process's environment", async () => {
    const service = await startService({
      WORKERS: "2",
      AZURE_OPENAI_CHAT_BASE_PATH: "https://a.example",
      AZURE_OPENAI_CHAT_KEY: "Sentinel-key",
    });
    await listening(service, 2);
    expect(await ask(service)).toMatch(/^HTTP\/1\.1 503 /);
    for (const pid of listeners(service))
      expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("Sentinel-key");
  });
});
