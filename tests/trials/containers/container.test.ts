import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { asking, forPage } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { endUnderWay } from "../../support/service/stopping.ts";
import { docker, inspect, printed, reach } from "./support/commands.ts";

const { image } = inject("docker");
/** A user number as OpenShift assigns it. */
const random = 1_234_567;
const confined = "--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges".split(" ");
let made = 0;

/** Starts a container of the image, until the test ends; gives its address on this machine. */
async function start(...options: string[]): Promise<{ name: string; url: string }> {
  made += 1;
  const [name, port] = [`c${process.pid}-${made}`, 20_000 + made];
  onTestFinished(async () => void (await docker("rm", "--force", name)));
  const published = ["--publish", `127.0.0.1:${port}:8080`];
  await printed("run", "--detach", "--name", name, ...published, ...confined, ...options, image);
  await isHealthy(name);
  return { name, url: await reach(port) };
}

async function isHealthy(name: string): Promise<void> {
  await vi.waitFor(async () => expect((await inspect(name)).State.Health.Status).toBe("healthy"), patient);
}

/** Checks that a visitor gets the page with a revision and a text. */
async function isShown(url: string, revision: string, text: string): Promise<void> {
  const reply = await fetch(`${url}/shop`, { headers: forPage });
  expect([reply.status, reply.headers.get("maintenance-notice")]).toEqual([503, revision]);
  expect(await reply.text()).toContain(text);
}

describe("A read-only container without capabilities", () => {
  it.each([
    ["after a stop as the image's own user", "stop", [], []],
    [
      "after a kill as another number in group 0",
      "kill",
      ["--user", `${random}:0`],
      ["--user", `${random + 1}:0`],
    ],
  ])("keeps its notice across a restart, and in a new container %s", async (_, ends, first, second) => {
    const volume = ["--volume", `v${process.pid}-${made}:/var/lib/backsoon`];
    const { name, url } = await start(...volume, ...first);
    expect(await printed("exec", name, "cat", "/proc/1/status")).toMatch(/^CapEff:\t0+$/m);
    for (const place of ["/", "/etc", "/usr/local/lib/node_modules/backsoon"])
      expect((await docker("exec", name, "touch", `${place}/new`)).stderr).toContain("Read-only file system");

    await printed("exec", name, "notice", "set", "--message", "Back at nine.");
    await isShown(url, "2", "Back at nine.");
    await printed("restart", name);
    await isHealthy(name);
    await isShown(url, "2", "Back at nine.");

    await printed(ends, name);
    const { ExitCode, OOMKilled } = (await inspect(name)).State;
    expect([ExitCode, OOMKilled]).toEqual([ends === "stop" ? 0 : 137, false]);
    const next = await start(...volume, ...second);
    await isShown(next.url, "2", "Back at nine.");
    await printed("exec", next.name, "notice", "set", "--title", "Two");
    await isShown(next.url, "3", "Two");
  });

  it("is healthy before the first regular health check, and stops before Docker kills it", async () => {
    const { name } = await start();
    const { State, Config } = await inspect(name);
    const first = State.Health.Log.find(({ ExitCode }: { ExitCode: number }) => ExitCode === 0);
    // The time is the behaviour: without StartInterval, a container waits ten seconds.
    expect(Date.parse(first.End) - Date.parse(State.StartedAt)).toBeLessThan(
      Config.Healthcheck.Interval / 1e6,
    );
    await printed("stop", "--time", "60", name);
    expect((await inspect(name)).State.ExitCode).toBe(0);
  });

  it("is unhealthy while its service does not answer", async () => {
    const { name } = await start();
    const [, ...command] = (await inspect(name)).Config.Healthcheck.Test;
    const ask = async (...settings: string[]) =>
      (await docker("exec", ...settings.flatMap((setting) => ["--env", setting]), name, ...command)).code;
    expect(await ask()).toBe(0);
    expect(await ask("HOST=0.0.0.0")).toBe(0);
    expect(await ask("PORT=1")).toBe(1);
  });

  it("changes and checks its notice with 96 MiB of memory", async () => {
    const { name } = await start("--memory", "96m", "--memory-swap", "96m");
    for (let count = 0; count < 3; count += 1)
      await printed("exec", name, "notice", "set", "--title", `Title ${count}`);
    expect(await printed("exec", name, "notice", "check")).not.toContain("FAILURE");
    expect((await inspect(name)).State).toMatchObject({ OOMKilled: false, Running: true });
  });

  it("answers in a network that has only IPv6", async () => {
    const network = `six${process.pid}`;
    await printed("network", "create", "--ipv6", "--subnet", "fd00:6::/64", network);
    onTestFinished(async () => void (await docker("network", "rm", network)));
    const { name } = await start("--network", network);
    const { GlobalIPv6Address: address } = (await inspect(name)).NetworkSettings.Networks[network];
    const asked = `fetch("http://[${address}]:8080/").then(({ status }) => console.log(status))`;
    const options = ["--rm", "--network", network, image];
    expect(await printed("run", ...options, "node", "-e", asked)).toBe("503");
  });

  it("answers every visitor while it stops", async () => {
    const { name, url } = await start();
    let visits = 0;
    /** Asks over one connection until the service closes it. */
    const stay = async (): Promise<void> => {
      const ask = asking(url);
      for (let isOpen = true; isOpen; visits += 1) {
        const { statusCode, headers, body } = await ask({ url: "/shop", headers: { accept: "text/html" } });
        expect([statusCode, headers["maintenance-notice"], body.slice(-7)]).toEqual([503, "1", "</html>"]);
        isOpen = headers.connection !== "close";
      }
    };
    const visitors = Promise.all(Array.from({ length: 8 }, stay));
    await vi.waitFor(() => expect(visits).toBeGreaterThan(200), patient);
    const ended = async (signal?: NodeJS.Signals) => {
      await printed("kill", "--signal", `${signal}`, name);
      return Number(await printed("wait", name));
    };
    expect(await endUnderWay({ url, ended }, "SIGTERM")).toBe(0);
    await visitors;
  });
});
