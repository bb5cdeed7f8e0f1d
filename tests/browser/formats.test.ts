import { expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);

it("a page gets the notice as a page, and its scripts get it as a problem detail", async () => {
  const service = await serveHere();
  const { page } = await open(service.url);
  const types = await page.evaluate(async () => {
    const typeOf = async (sent: Promise<Response>) => (await sent).headers.get("Content-Type");
    const asked = new XMLHttpRequest();
    asked.open("GET", "/api/orders");
    const loaded = new Promise((resolve) => asked.addEventListener("load", resolve));
    asked.send();
    await loaded;
    return {
      page: document.contentType,
      get: await typeOf(fetch("/api/orders")),
      post: await typeOf(fetch("/api/orders", { method: "POST", body: "{}" })),
      old: asked.getResponseHeader("Content-Type"),
      asPage: await typeOf(fetch("/cart", { headers: { Accept: "text/html" } })),
    };
  });
  const json = "application/problem+json";
  expect(types).toEqual({
    page: "text/html",
    get: json,
    post: json,
    old: json,
    asPage: "text/html; charset=utf-8",
  });
  const loaded = await page.goto(`${service.url}/cart`);
  expect(loaded?.headers()["content-type"]).toBe("text/html; charset=utf-8");
});
