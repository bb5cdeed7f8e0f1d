import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { healthyApp, startFront } from "../support/front.ts";
import { serveHere } from "../support/service-here.ts";

const open = launchBrowser();
const long = { timeout: 15_000 };

/** A service that polls each second, behind a front, with a page open at `path`. */
async function waiting(path: string, settings: Record<string, string> = {}, random?: number) {
  const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0", ...settings });
  const front = await startFront(service.url);
  const opened = await open(
    `${front.url}${path}`,
    {},
    random === undefined ? "" : `Math.random = () => ${random}`,
  );
  return { ...opened, front, service };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(code, headers).end(`<title>Status ${code}</title>`);

describe("a visitor is brought back to the same URL", () => {
  it.each([
    ["/", "/"],
    ["/shop/cart?id=1&x=%20y", "/shop/cart?id=1&x=%20y"],
    ["/shop#part", "/shop"],
    ["/shop?x=1#", "/shop?x=1"],
  ])("%s", async (path, requested) => {
    const { page, front } = await waiting(path);
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), long).toBe("The app");
    expect(page.url()).toBe(front.url + path);
    expect(front.log.filter((entry) => entry === `GET ${requested}`)).toHaveLength(2);
    expect(await page.locator("h1").innerText()).toBe("The app at GET");
  });

  it.each([
    ["a sign-in on another origin", status(302, { Location: "https://sign-in.example/" })],
    ["a permanent redirect", status(308, { Location: "/en" })],
  ])("when the app answers with %s", async (_name, answer) => {
    const { page, front } = await waiting("/account");
    const loads: string[] = [];
    page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
    front.answerWith(answer);
    await expect.poll(() => loads[0], long).toBe(`${front.url}/account`);
  });

  it("when the app does not know HEAD", async () => {
    const { page, front } = await waiting("/");
    front.answerWith((request, response) =>
      request.method === "HEAD" ? response.writeHead(405).end() : healthyApp(request, response),
    );
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it.each([403, 404])("when the app answers HEAD with %i and GET with its page", async (code) => {
    const { page, front } = await waiting("/");
    front.answerWith((request, response) =>
      request.method === "HEAD" ? status(code)(request, response) : healthyApp(request, response),
    );
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it("with one request that is left to finish, when the app needs its time", async () => {
    const { page, front } = await waiting("/slow?x=1#part");
    front.answerWith((request, response) => {
      if (request.method === "HEAD") response.writeHead(200).end();
      else if (request.url === "/api/notice") response.writeHead(404).end();
      else setTimeout(() => healthyApp(request, response), 14_000);
    });
    await expect.poll(() => page.title(), { timeout: 25_000 }).toBe("The app");
    expect(page.url()).toBe(`${front.url}/slow?x=1#part`);
    expect(front.log.filter((entry) => entry.startsWith("GET /slow"))).toEqual([
      "GET /slow?x=1",
      "GET /slow?x=1",
    ]);
  }, 45_000);

  it("by GET, when the notice was the answer to a form", async () => {
    const { page, front } = await waiting("/");
    // The page's policy allows no form; the app's page has one.
    front.answerWith((request, response) =>
      request.url === "/form"
        ? response
            .writeHead(200, { "Content-Type": "text/html" })
            .end('<form method="post" action="/order#here"><button>Buy</button></form>')
        : response.writeHead(404).end(),
    );
    await page.goto(`${front.url}/form`);
    front.answerWith();
    await page.getByRole("button").click();
    await expect.poll(() => page.title(), long).toBe("Under Maintenance");
    expect(front.log).toContain("POST /order");
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), long).toBe("The app");
    expect(await page.locator("h1").innerText()).toBe("The app at GET");
    expect(page.url()).toBe(`${front.url}/order#here`);
    expect(front.log.filter((entry) => entry === "POST /order")).toHaveLength(1);
  });

  it("after a moment in which the page says so", async () => {
    const { page, front } = await waiting("/", { RETURN_SPREAD_SECONDS: "4" }, 0.7);
    front.answerWith(healthyApp);
    await expect
      .poll(() => page.getByRole("status").innerText(), long)
      .toBe("We're back. This page will reload in a moment.");
    expect(await page.getByRole("status").isVisible()).toBe(true);
    expect(await page.title()).toBe("Under Maintenance");
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it("also by the back button, and no notice is left in the history or in a cache", async () => {
    const { page, front } = await waiting("/one");
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), long).toBe("The app");
    await page.goto(`${front.url}/two`);
    await page.goBack();
    expect(await page.title()).toBe("The app");
    expect(page.url()).toBe(`${front.url}/one`);

    front.answerWith();
    await page.goto(`${front.url}/three`);
    expect(await page.title()).toBe("Under Maintenance");
    await page.goto("about:blank");
    front.answerWith(healthyApp);
    await page.goBack();
    await expect.poll(() => page.title(), long).toBe("The app");
    expect(page.url()).toBe(`${front.url}/three`);
  });
});

describe("a visitor stays with the notice", () => {
  it.each([
    ["404 everywhere", status(404)],
    ["403", status(403)],
    ["500", status(500)],
    ["502", status(502)],
    ["503 of somebody else", status(503)],
    ["504", status(504)],
    [
      "405 for HEAD and 500 for GET",
      (request: IncomingMessage, response: ServerResponse) =>
        status(request.method === "HEAD" ? 405 : 500)(request, response),
    ],
    [
      "404 at /api/notice and our marker at the page's URL",
      (request: IncomingMessage, response: ServerResponse) =>
        request.url === "/api/notice"
          ? status(404)(request, response)
          : status(200, { "Maintenance-Notice": "1" })(request, response),
    ],
    ["200 with our marker", status(200, { "Maintenance-Notice": "1" })],
    ["no answer", (_request: IncomingMessage, response: ServerResponse) => void response.destroy()],
    [
      "an app that is up at /api/notice alone",
      (request: IncomingMessage, response: ServerResponse) =>
        status(request.url === "/api/notice" ? 200 : 502)(request, response),
    ],
  ])("while the front answers with %s", async (_name, answer) => {
    const { page, front } = await waiting("/");
    const before = front.log.length;
    front.answerWith(answer);
    await expect.poll(() => front.log.length, long).toBeGreaterThanOrEqual(before + 2);
    await page.waitForTimeout(1500);
    expect(await page.title()).toBe("Under Maintenance");
    expect(front.log.filter((entry) => entry === "GET /").length).toBeLessThanOrEqual(4);
    expect(await page.getByRole("status").textContent()).toBe("");
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), { timeout: 25_000 }).toBe("The app");
  });

  it("when its URL is answered by the app for HEAD and still by us for GET, without loading it again and again", async () => {
    const { page, front, service } = await waiting("/half");
    const loads: string[] = [];
    page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
    front.answerWith((request, response) => {
      if (request.method === "HEAD") response.writeHead(200).end();
      else if (request.url === "/api/notice") response.writeHead(404).end();
      else
        void fetch(`${service.url}${request.url}`).then(async (answer) => {
          const marker = answer.headers.get("maintenance-notice") ?? "";
          response
            .writeHead(503, { "Maintenance-Notice": marker, "Content-Type": "text/html" })
            .end(await answer.text());
        });
    });
    await page.waitForTimeout(10_000);
    expect(loads).toHaveLength(1);
    expect(await page.title()).toBe("Under Maintenance");
  });

  it("when its URL is a download, which is loaded once, and keeps the URL", async () => {
    const { page, front } = await waiting("/file?a=1#page=3");
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    front.answerWith((request, response) => {
      if (request.url === "/api/notice") response.writeHead(404).end();
      else
        response
          .writeHead(200, { "Content-Type": "application/zip", "Content-Disposition": "attachment" })
          .end("zip");
    });
    await expect.poll(() => downloads, long).toBe(1);
    await page.waitForTimeout(8000);
    expect(downloads).toBe(1);
  });

  it("when the app falls over again in that moment, and is told so", async () => {
    const { page, front } = await waiting("/", { RETURN_SPREAD_SECONDS: "4" }, 0.5);
    front.answerWith(healthyApp);
    await expect.poll(() => page.getByRole("status").innerText(), long).toMatch(/^We're back/);
    const before = front.log.filter((entry) => entry === "GET /").length;
    front.answerWith();
    await expect.poll(() => page.getByRole("status").textContent(), long).toBe("");
    expect(await page.title()).toBe("Under Maintenance");
    expect(front.log.filter((entry) => entry === "GET /")).toHaveLength(before);
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), long).toBe("The app");
  });
});
