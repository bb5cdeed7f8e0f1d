import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { openPage } from "../../support/browser/browser.ts";
import { notice } from "../../support/command/command.ts";
import { switchFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { editHere } from "../../support/service/editor-here.ts";
import { type ServiceHere, serveHere } from "../../support/service/service-here.ts";
import type { ProxyName } from "../../support/setup/programs.ts";
import { startApp } from "./support/app.ts";
import { staffSecrets, startRecipe, turnTo } from "./support/configuration.ts";

/** An app, Backsoon and its editor behind a proxy, with the switch between them. */
async function stage(proxy: ProxyName) {
  const flags = switchFolder();
  const port = await freePort();
  const map = `haproxy:${join(flags, "haproxy.map")},${join(flags, "backsoon.sock")}`;
  const SWITCH = proxy === "haproxy" ? map : join(flags, "on");
  const editor = await editHere({ switch: SWITCH, appUrl: `http://127.0.0.1:${port}` });
  const DATABASE = editor.database;
  const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0", DATABASE });
  const app = await startApp();
  const url = await startRecipe(proxy, { apps: [app.address], services: [service.url], flags }, [], port);
  const ask = asking(url);
  /** Waits until a visitor gets the app, or the notice with this message. */
  const isSeen = (wanted: string) =>
    expect
      .poll(async () => {
        const { headers, body } = await ask({ headers: { accept: "application/json" } });
        return headers["maintenance-notice"] === undefined ? "app" : JSON.parse(body).detail;
      }, patient)
      .toBe(wanted);
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout } = await notice({ ...service.env, SWITCH, APP_URL: url }, args);
    expect([args, code]).toEqual([args, 0]);
    return stdout;
  };
  return { flags, editor, url, isSeen, run };
}

async function checkFrom(service: ServiceHere, from: string, ...options: string[]) {
  const env = { ...service.env, PORT: new URL(service.url).port };
  const { code, stdout, stderr } = await notice(env, ["check", "--from", from, "--json", ...options]);
  const lines: { state: string; symptom?: string }[] = JSON.parse(stdout);
  const failures = lines.filter(({ state }) => state === "failure");
  return { code, stderr, symptoms: failures.map(({ symptom }) => symptom) };
}

describe.each(["nginx", "haproxy", "caddy", "apache2"] as const)("Behind %s", (proxy) => {
  it("the switch is turned by the command, by a repeated command, and by hand", async () => {
    const { flags, url, isSeen, run } = await stage(proxy);
    await run("set", "--message", "Any outage.");
    await isSeen("app");
    await run("on", "--message", "We are moving.", "--expected-return", "+2h");
    await isSeen("We are moving.");
    const { page } = await openPage(url);
    await page.getByText("We are moving.").waitFor();
    await run("set", "--message", "It takes longer.", "--expected-return", "+3h");
    await isSeen("It takes longer.");
    await page.getByText("It takes longer.").first().waitFor();
    await run("on");
    expect(await run()).toMatch(/^The switch is on since /m);
    await run("off");
    await isSeen("app");
    await expect.poll(() => page.title().catch(String), patient).toBe("The app");
    expect(await run("status")).toMatch(/^Message: +Any outage\.$[\s\S]*^The switch is off/m);

    await turnTo(proxy, flags, "on");
    await isSeen("Any outage.");
    await run("off");
    await isSeen("app");
    await run("on");
    await turnTo(proxy, flags, "off");
    await isSeen("app");
    await run("off");
  });

  it("the switch is turned by two requests to the editor's API", async () => {
    const { editor, url, isSeen } = await stage(proxy);
    const authorization = `Bearer ${await editor.addToken("Deploys")}`;
    const headers = { authorization, "if-match": "*", "content-type": "application/json" };
    const put = async (body: object) =>
      expect(
        await editor.ask({ method: "PUT", url: "/api/switch", headers, payload: JSON.stringify(body) }),
      ).toMatchObject({ statusCode: 200 });
    await put({ on: true, change: { message: "By request." } });
    await isSeen("By request.");
    const { page } = await openPage(url);
    await put({ on: false });
    await isSeen("app");
    await expect.poll(() => page.title().catch(String), patient).toBe("The app");
  });

  it("check --from finds no fault while the app is down or the switch is on, and checks staff's access", async () => {
    const service = await serveHere();
    const flags = switchFolder();
    const { address } = await startApp();
    const { file } = await staffSecrets();
    const start = (app: string, flags: string, ...options: string[]) =>
      startRecipe(proxy, { apps: [app], services: [service.url], flags }, ["--read-only", ...options]);
    const good = { code: 0, symptoms: [] };
    const away = await start(`127.0.0.1:${await freePort()}`, switchFolder());
    expect(await checkFrom(service, `${away}/cart?id=1`)).toMatchObject(good);

    const url = await start(address, flags, "--staff", file);
    const stderr = expect.stringContaining("The app answered, so the notice could not be checked");
    expect(await checkFrom(service, url)).toMatchObject({ code: 1, symptoms: [], stderr });

    await turnTo(proxy, flags, "on");
    expect(await checkFrom(service, `${url}/cart?id=1`, "--staff-file", file)).toMatchObject(good);
    const others = await checkFrom(service, url, "--staff-file", (await staffSecrets()).file);
    expect(others).toMatchObject({ code: 1, symptoms: ["staff link", "staff cookie"] });
    const shopFlags = switchFolder();
    const shop = await start(address, shopFlags, "--staff", file, "--only-path", "/shop");
    await turnTo(proxy, shopFlags, "on");
    expect(await checkFrom(service, `${shop}/shop`, "--staff-file", file)).toMatchObject(good);
    await turnTo(proxy, flags, "read-only");
    expect(await checkFrom(service, url)).toMatchObject({ code: 1, symptoms: ["partly"] });
  });
});
