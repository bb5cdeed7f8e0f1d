import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { launchBrowser, still } from "../../support/browser/browser.ts";
import { notice } from "../../support/command/command.ts";
import { switchFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { editHere } from "../../support/service/editor-here.ts";
import { serveHere } from "../../support/service/service-here.ts";
import type { ProxyName } from "../../support/setup/proxies.ts";
import { startApp } from "./support/app.ts";
import { startRecipe, turnTo } from "./support/configuration.ts";

const open = launchBrowser(still);

/** An app, Backsoon and its editor behind a proxy, with the switch between them. */
async function stage(proxy: ProxyName) {
  const flags = switchFolder();
  const port = await freePort();
  const map = `haproxy:${join(flags, "haproxy.map")},${join(flags, "backsoon.sock")}`;
  const SWITCH = proxy === "haproxy" ? map : join(flags, "on");
  const editor = await editHere({ switch: SWITCH, appUrl: `http://127.0.0.1:${port}` });
  const DATABASE = editor.database;
  const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0", DATABASE });
  const app = await startApp(await freePort());
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

describe.each(["nginx", "haproxy", "caddy", "apache2"] as const)("The switch of %s", (proxy) => {
  it("is turned by the command, by a repeated command, and by hand", async () => {
    const { flags, url, isSeen, run } = await stage(proxy);
    await run("set", "--message", "Any outage.");
    await isSeen("app");
    await run("on", "--message", "We are moving.", "--expected-return", "+2h");
    await isSeen("We are moving.");
    const { page } = await open(url);
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

  it("is turned by two requests to the editor's API", async () => {
    const { editor, url, isSeen } = await stage(proxy);
    const authorization = `Bearer ${await editor.addToken("Deploys")}`;
    const headers = { authorization, "if-match": "*", "content-type": "application/json" };
    const put = async (body: object) =>
      expect(
        await editor.ask({ method: "PUT", url: "/api/switch", headers, payload: JSON.stringify(body) }),
      ).toMatchObject({ statusCode: 200 });
    await put({ on: true, change: { message: "By request." } });
    await isSeen("By request.");
    const { page } = await open(url);
    await put({ on: false });
    await isSeen("app");
    await expect.poll(() => page.title().catch(String), patient).toBe("The app");
  });
});
