import { describe, expect, it } from "vitest";
import { staffLink } from "../../../scripts/bypass/link.ts";
import { launchBrowser, still } from "../../support/browser/browser.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { healthyApp } from "../../support/network/front.ts";
import { recipes, startByRecipe } from "../../support/network/recipes.ts";
import { listenHere, withoutTls } from "../../support/network/servers.ts";
import { turn } from "../../support/network/switch.ts";
import { patient } from "../../support/patient.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { overTls } from "./support/over-tls.ts";

const secret = "5ec7e7".repeat(5);
// Nobody has signed the certificate.
const open = launchBrowser({ ...still, ignoreHTTPSErrors: true });

/** An app that keeps what comes with each request: its path and its headers. */
async function startApp() {
  const received: string[] = [];
  const app = await withoutTls((request, response) => {
    received.push(JSON.stringify([request.url, request.headers]));
    healthyApp(request, response);
  });
  return { port: Number(new URL(await listenHere(app)).port), received };
}

describe.each(recipes)("behind %s by the recipe %s, over TLS, while the notice is on", (...recipe) => {
  it("an open page leaves once its browser has followed the staff's link, and another browser's stays", async () => {
    const app = await startApp();
    const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0" });
    const flags = temporaryFolder();
    const url = await startByRecipe(recipe, {
      app: app.port,
      services: [service.url],
      flags,
      staff: secret,
      edit: await overTls(recipe[0]),
      protocol: "https",
    });
    await turn(recipe, flags, "on");
    app.received.splice(0);
    const [{ page: staffs }, { page: visitors, requests }] = await Promise.all([
      open(`${url}/cart?id=1#total`),
      open(`${url}/cart?id=1#total`),
    ]);
    expect(app.received).toEqual([]);

    const tab = await staffs.context().newPage();
    await tab.goto(staffLink(`${url}/shop?id=2`, secret));
    expect([tab.url(), await tab.title()]).toEqual([`${url}/shop?id=2`, "The app"]);
    expect(await tab.evaluate("fetch('/picture').then(() => document.cookie)")).toBe("");
    expect(app.received.at(-1)).toContain(`"referer":"${url}/shop?id=2"`);
    expect(await tab.context().cookies()).toMatchObject([
      { name: "backsoon_staff", value: secret, httpOnly: true, secure: true, sameSite: "Lax" },
    ]);

    await expect.poll(() => staffs.title(), patient).toBe("The app");
    expect(staffs.url()).toBe(`${url}/cart?id=1#total`);
    const asked = () => requests.filter((path) => path === "/api/notice").length;
    const before = asked();
    // With each sixth poll it asks twice.
    await expect.poll(asked, patient).toBeGreaterThan(before + 7);
    expect([await visitors.title(), new Set(requests.slice(2))]).toEqual([
      "Under Maintenance",
      new Set(["/api/notice"]),
    ]);
    expect(app.received.filter((request) => request.includes(secret))).toEqual([]);
  });
});
