import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { launchBrowser } from "../../support/browser/browser.ts";
import { noticeProcess } from "../../support/command/command.ts";
import { switchFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
import { startProxy } from "../../support/network/proxy.ts";
import { patient } from "../../support/patient.ts";
import { editHere } from "../../support/service/editor-here.ts";
import { serveHere } from "../../support/service/service-here.ts";
import type { ProxyName } from "../../support/setup/proxies.ts";
import { startApp } from "./support/app.ts";
import { proxyCommand, turnTo } from "./support/configuration.ts";

const visit = launchBrowser();
const killer = fileURLToPath(new URL("../../support/command/killed.mjs", import.meta.url));

/** An app and Backsoon behind a proxy that runs here, and the switch between them. */
async function stage(proxy: ProxyName) {
  const flags = switchFolder();
  const port = await freePort();
  const map = `haproxy:${join(flags, "haproxy.map")},${join(flags, "backsoon.sock")}`;
  const SWITCH = proxy === "haproxy" ? map : join(flags, "on");
  const editor = await editHere({ switch: SWITCH, appUrl: `http://127.0.0.1:${port}` });
  const DATABASE = editor.database;
  const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0", DATABASE });
  const app = await startApp(await freePort());
  const behind = { apps: [`127.0.0.1:${app.port}`], services: [service.url], flags };
  const text = await proxyCommand(proxy, behind, ["--whole", "--switch"]);
  const url = await startProxy(proxy, text, { "8000": port });
  const env = { ...service.env, SWITCH, APP_URL: url, NOTICE_AUTHOR: "anna" };
  /** What a visitor gets: the app, or the notice with its message. */
  const sees = async (): Promise<string> => {
    const { headers, body } = await asking(url)({ url: "/", headers: { accept: "application/json" } });
    return headers["maintenance-notice"] === undefined ? "app" : JSON.parse(body).detail;
  };
  const printed: string[] = [];
  const say = (line: string): void => void printed.push(line);
  /** Does something, and says after how many seconds visitors see this. */
  const untilSeen = async <T>(wanted: string, work: Promise<T>): Promise<T> => {
    const started = performance.now();
    await expect.poll(sees, patient).toBe(wanted);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const done = await work;
    say(`  (visitors see ${wanted === "app" ? "the app" : "it"} after ${seconds} s)`);
    return done;
  };
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await noticeProcess(env, args);
    say(`$ notice ${args.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg)).join(" ")}`);
    for (const line of `${stdout}${stderr}`.trim().split("\n")) say(`  ${line}`);
    expect([args, code]).toEqual([args, 0]);
    return stdout;
  };
  const print = (): void => void process.stdout.write(`== ${proxy}\n${printed.join("\n")}\n`);
  return { flags, editor, url, env, sees, say, untilSeen, run, print };
}

describe.each(["nginx", "haproxy", "caddy", "apache2"] as const)("A maintenance behind %s", (proxy) => {
  it("works with the command, also if it is killed or repeated, and by hand", async () => {
    const { flags, url, env, sees, say, untilSeen, run, print } = await stage(proxy);
    await run("set", "--message", "Any outage.");
    expect(await sees()).toBe("app");
    await untilSeen("We are moving.", run("on", "--message", "We are moving.", "--expected-return", "+2h"));
    const { page } = await visit(url);
    await page.getByText("We are moving.").waitFor();
    await untilSeen(
      "It takes longer.",
      run("set", "--message", "It takes longer.", "--expected-return", "+3h"),
    );
    await page.getByText("It takes longer.").first().waitFor();
    await run("on");
    expect(await run()).toMatch(/^The switch is on since /m);
    const off = run("off");
    const started = performance.now();
    await untilSeen("app", off);
    await expect.poll(() => page.content().catch(() => ""), patient).not.toContain("It takes longer.");
    say(`  (an open page is back after ${((performance.now() - started) / 1000).toFixed(1)} s)`);
    expect((await run("status")).split("\n")).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Message: +Any outage\.$/),
        expect.stringMatching(/^The switch is off/),
      ]),
    );
    print();

    // Killed anywhere, the same command finishes it.
    const preload = { ...env, NODE_OPTIONS: `--import=${killer}` };
    for (const [command, seen] of [
      [["on", "--message", "Killed."], "Killed."],
      [["off"], "app"],
    ] as const) {
      for (let step = 0, isKilled = true; isKilled; step += 1) {
        const { code } = await noticeProcess({ ...preload, KILL_AT: String(step) }, [...command]);
        isKilled = code === null;
        if (isKilled) expect(await noticeProcess(env, [...command])).toMatchObject({ code: 0 });
        expect([step, command, await sees()]).toEqual([step, command, seen]);
        await noticeProcess(env, seen === "app" ? ["on", "--message", "Killed."] : ["off"]);
      }
      await noticeProcess(env, seen === "app" ? ["off"] : [...command]);
    }
    expect(await sees()).toBe("app");

    await turnTo(proxy, flags, "on");
    await expect.poll(sees, patient).toBe("Any outage.");
    expect(await noticeProcess(env, ["off"])).toMatchObject({ code: 0 });
    expect(await sees()).toBe("app");
    await noticeProcess(env, ["on"]);
    await turnTo(proxy, flags, "off");
    await expect.poll(sees, patient).toBe("app");
    expect(await noticeProcess(env, ["off"])).toMatchObject({ code: 0 });
  });

  it("works with two requests to the API", async () => {
    const { editor, url, say, untilSeen, print } = await stage(proxy);
    const token = await editor.addToken("Deploys");
    const put = async (body: object): Promise<string> => {
      const headers = ["Content-Type: application/json", "If-Match: *"].flatMap((header) => ["-H", header]);
      const sent = ["-X", "PUT", `${editor.url}/api/switch`, ...headers, "-d", JSON.stringify(body)];
      const own = ["-sS", "-w", " %{http_code}", "-H", `Authorization: Bearer ${token}`];
      const { stdout } = await promisify(execFile)("curl", [...own, ...sent]);
      say(`$ curl ${sent.map((arg) => (/[\s"*]/.test(arg) ? `'${arg}'` : arg)).join(" ")}\n  ${stdout}`);
      return stdout.slice(-3);
    };
    expect(await untilSeen("By request.", put({ on: true, change: { message: "By request." } }))).toBe("200");
    const { page } = await visit(url);
    await page.getByText("By request.").waitFor();
    const started = performance.now();
    expect(await untilSeen("app", put({ on: false }))).toBe("200");
    await expect.poll(() => page.content().catch(() => ""), patient).not.toContain("By request.");
    say(`  (an open page is back after ${((performance.now() - started) / 1000).toFixed(1)} s)`);
    print();
  });
});
