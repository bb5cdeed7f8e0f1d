import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createNegotiationMemory, maxRemembered } from "../../api/http/negotiation.ts";
import { createNegotiate } from "../../api/visitor/negotiate.ts";
import { localeOf } from "../../web/render.tsx";
import { programs } from "../support/network/programs.ts";
import { createTestApp, sharedApp } from "../support/service/app.ts";

const ask = sharedApp();

const types = {
  html: "text/html; charset=utf-8",
  json: "application/problem+json",
  text: "text/plain; charset=utf-8",
  xml: "application/problem+xml",
};

const page = "text/html,application/xhtml+xml,application/xml;q=0.9";
const exposed = "Content-Language, ETag, Retry-After, Maintenance-Notice";

describe("The format of the notice", () => {
  it.each<[string | undefined, keyof typeof types]>([
    [undefined, "text"],
    ["*/*", "text"],
    ["image/png", "text"],
    ["image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "text"],
    ["text/event-stream", "text"],
    ["text/calendar, */*;q=0.5", "text"],
    ["text/*, application/*;q=0.5", "text"],
    ["text/html, */*;q=0.1", "html"],
    // Chrome, then Safari 4 and Android 2.
    [`${page},*/*;q=0.8,application/signed-exchange;q=.7`, "html"],
    ["application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,image/png,*/*;q=0.5", "html"],
    ["application/json", "json"],
    ["application/json; charset=utf-8", "json"],
    ["application/xhtml+xml", "html"],
    ["text/json;q=0, text/plain", "text"],
    ["application/ld+json;profile=x, */*;q=0.1", "json"],
    ["text/plain", "text"],
    ["text/html; q=0, application/json", "json"],
    ['text/html;level="a,b";q=0.1, application/json', "json"],
    [`${"application/a+json,".repeat(700)}text/html`, "json"],
    ["text/html;q=0, application/json;q=0, text/*", "text"],
    ["text/html;q=0, application/json;q=0, text/plain;q=0", "text"],
    ["*/*;q=0.1, text/plain;q=0.1, application/json;q=0.05", "text"],
    ["application/*+json", "json"],
    ["application/xml", "xml"],
    ["application/problem+json, application/problem+xml;q=0.9", "json"],
    ["application/soap+xml, application/dime, multipart/related, text/*", "xml"],
    ["application/rss+xml, application/rdf+xml;q=0.8, application/xml;q=0.4, text/xml;q=0.4", "xml"],
    ["application/xml;q=0.9, text/html", "html"],
    ["application/atom+xml;q=0.1, text/plain;q=0.2", "text"],
    ["text/html;q=0, application/xhtml+xml;q=0, application/xml;q=0.9", "xml"],
  ])("for Accept %j is %s", async (accept, format) => {
    const { statusCode, headers } = await ask({ url: "/api/users", headers: accept ? { accept } : {} });
    expect([statusCode, headers["content-type"]]).toEqual([503, types[format]]);
    expect(headers.vary).toContain("Accept");
  });

  it.each(programs)("for a program that accepts anything with %j is %s", async (headers, format) => {
    for (const accept of [{}, { accept: "*/*;q=0.8" }]) {
      const sent = { method: "POST", url: "/api/users", headers: { ...accept, ...headers } };
      const { statusCode, headers: given } = await ask(sent);
      expect([accept, statusCode, given["content-type"]]).toEqual([accept, 503, types[format]]);
    }
  });

  it("follows a preference in Accept, whatever other headers say", async () => {
    const fetched = { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" };
    const program = { ...fetched, "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };
    const typeFor = async (headers: object) =>
      (await ask({ headers: { ...headers } })).headers["content-type"];
    for (const accept of ["text/html", "text/plain", "image/png", "*/*, text/html;q=0.1"])
      expect([accept, await typeFor({ accept, ...program })]).toEqual([accept, await typeFor({ accept })]);
  });

  it("is remembered for a limited number of headers", () => {
    const negotiate = vi.fn((header: string) => header);
    const ask = createNegotiationMemory(negotiate);
    const all = Array.from({ length: maxRemembered }, (_, index) => `${index}`);
    for (const header of [...all, ...all]) ask(header);
    expect(negotiate).toHaveBeenCalledTimes(maxRemembered);
    // One more clears the memory.
    for (const header of ["one more", "0"]) ask(header);
    expect(negotiate).toHaveBeenCalledTimes(maxRemembered + 2);
  });

  it("takes the same place in memory for all programs that accept anything", () => {
    const negotiate = createNegotiate();
    const anything = { accept: "*/*", acceptLanguage: "de", acceptEncoding: "br" };
    const found = Array.from({ length: 3000 }, (_, index) =>
      negotiate(anything, { "content-type": `application/a${index}+json` }),
    );
    expect(new Set(found).size).toBe(1);
    // None of these may hang.
    for (const part of [" ", "+json", "a+", "\t;"])
      negotiate(anything, { "content-type": part.repeat(30_000) });
  });

  const expectedReturn = "2126-11-21T18:30:00+01:00";
  const documented = readFileSync("docs/http.md", "utf8");

  it("in JSON is a problem detail with the type and members that docs/http.md lists", async () => {
    const app = await createTestApp({ message: "Soon.", expectedReturn });
    const problem = {
      type: "urn:uuid:fec49cac-839b-47bc-b895-dfa245c5a910",
      ...{ title: "Under Maintenance", status: 503, detail: "Soon.", expectedReturn, revision: 1 },
      contactEmail: "support@example.com",
    };
    const headers = { accept: "application/json" };
    for (const method of ["GET", "POST", "DELETE"])
      expect((await app.ask({ method, headers })).json()).toEqual(problem);
    // Another notice has no expected return.
    expect((await ask({ headers })).json()).not.toHaveProperty("expectedReturn");
    const [, section = ""] = documented.split("\n## Problem details\n");
    expect(section).toContain(`\n\`${problem.type}\` stands for`);
    // Two more are there only with a brand, and only if the app did not get the request.
    const members = new Set([...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));
    expect(members).toEqual(new Set([...Object.keys(problem), "organization", "unsaved"]));
  });

  it("in XML is the same problem detail, as in docs/http.md", async () => {
    const { ask } = await createTestApp({ message: "We are moving to a faster home.", expectedReturn });
    const { body } = await ask({ headers: { accept: "application/xml" } });
    expect(/```xml\n(.*?)```/s.exec(documented)?.[1]).toBe(body);
  });

  it("in text has what the page has, also after the expected return", async () => {
    const { ask } = await createTestApp({ expectedReturn: "2026-01-01T10:00:00+01:00" });
    const { body } = await ask({ headers: { accept: "text/plain" } });
    expect(body.split("\n\n")).toEqual([
      "Under Maintenance",
      "We're currently performing scheduled maintenance to improve our services. We'll be back online shortly.",
      "Expected Return: Thursday, January 1, 2026 at 9:00 AM UTC",
      "This is taking longer than expected. We're working on it.",
      "Need help? support@example.com",
      "Thank you for your patience.\n",
    ]);
  });

  it("in text has ordinary spaces, but keeps the spaces of operators", async () => {
    const time = "Voraussichtlich wieder verfügbar: Donnerstag, 21. November 2126 um 18:30 UTC";
    for (const [expectedReturn, tag, said] of [
      ["2126-11-21T18:30:00Z", "de", time],
      ["in\u00a05\u00a0hours", "en", "Expected Return: in\u00a05\u00a0hours"],
    ] as const) {
      const { ask } = await createTestApp({ expectedReturn });
      const { body } = await ask({ headers: { accept: "text/plain", "accept-language": tag } });
      expect(body.split("\n\n")).toContain(said);
    }
  });

  it("changes its phase with the clock, without a new revision", async () => {
    const expectedReturn = new Date(Date.now() + 3_600_000);
    const { ask } = await createTestApp({ expectedReturn: expectedReturn.toISOString() });
    const text = async () => (await ask({ headers: { accept: "text/plain" } })).body;
    expect(await text()).not.toContain("longer than expected");
    vi.useFakeTimers({ toFake: ["Date"], now: expectedReturn.getTime() + 1000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await text()).toContain("longer than expected");
  });
});

describe("A script that puts replies into the app's page", () => {
  const accept = "text/html, application/xhtml+xml";

  it.each([
    ["Turbo", { accept, "x-turbo-request-id": "1" }, types.text],
    ["a form", { accept: `text/vnd.turbo-stream.html,${accept}`, "x-turbo-request-id": "" }, types.text],
    ["Turbolinks", { accept, "turbolinks-referrer": "https://shop.example/" }, types.text],
    ["htmx for JSON", { accept: "application/json", "hx-request": "true", "hx-boosted": "true" }, types.json],
  ])("does not get a page, which it would put into the app's: %s", async (_name, headers, type) => {
    const reply = await ask({ headers });
    expect([reply.headers["content-type"], reply.headers["hx-redirect"]]).toEqual([type, undefined]);
  });

  it("gets a part of a page if it is htmx, by every method", async () => {
    const { ask } = await createTestApp({ expectedReturn: "2126-11-22T23:05:00Z" });
    const time = "Freitag, 22. November 2126 um 23:05 UTC";
    const shown = `<p lang="de" dir="ltr">Wartungsarbeiten<br>Voraussichtlich wieder verfügbar: ${time}</p>`;
    for (const more of [{}, { accept: "*/*", "sec-fetch-dest": "empty" }, { accept: "text/html" }])
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        const boosted = method === "GET" ? {} : { "hx-boosted": "true" };
        const headers = { ...more, "hx-request": "true", ...boosted, "accept-language": "de" };
        const reply = await ask({ method, headers });
        expect([method, reply.statusCode, reply.headers["content-type"]]).toEqual([method, 503, types.html]);
        expect([reply.body, reply.headers["hx-redirect"]]).toEqual([shown, undefined]);
      }
  });

  it("gets the operators' text in that part, escaped and in its own language", async () => {
    const notice = { title: "<Umzug>", expectedReturn: "um 9 & später", language: "de" };
    const { ask } = await createTestApp(notice);
    const { body } = await ask({ headers: { "hx-request": "true", "accept-language": "ar" } });
    const german = (text: string) => `<span lang="de" dir="auto">${text}</span>`;
    const shown = `${localeOf("ar").strings.expectedReturn}: ${german("um 9 &amp; später")}`;
    expect(body).toBe(`<p lang="ar" dir="rtl">${german("&lt;Umzug>")}<br>${shown}</p>`);
  });

  it.each([
    ["/next?a=1&b=//2", "/next?a=1&b=//2"],
    ["//evil.example/a", "/evil.example/a"],
    ["/\\\\/evil.example", "/evil.example"],
    ["http://evil.example//other.example/", "/other.example/"],
    ["/a%0d%0aset-cookie:b", "/a%0d%0aset-cookie:b"],
  ])("loads the page itself if htmx follows a link: %j", async (url, target) => {
    for (const accept of ["*/*", "text/html"]) {
      const headers = { accept, "hx-request": "true", "hx-boosted": "true", origin: "https://shop.example" };
      const reply = await ask({ url, headers });
      expect([reply.statusCode, reply.body, reply.headers["content-length"]]).toEqual([503, "", "0"]);
      expect(reply.headers).toMatchObject({
        "hx-redirect": target,
        "maintenance-notice": "1",
        "cache-control": "no-store, no-transform",
        "retry-after": expect.stringMatching(/^1[23]\d$/),
        "access-control-expose-headers": exposed,
      });
      expect(Object.keys(reply.headers).join()).not.toMatch(/hx-refresh|,content-type/);
    }
  });
});

describe("A script on another origin", () => {
  it("can read every reply, with and without credentials", async () => {
    for (const url of ["/", "/api/notice", "/api/notice/schema", "/.backsoon/readyz", "/%E0%A4%A"]) {
      const anonymous = await ask({ url });
      expect([url, anonymous.headers["access-control-allow-origin"]]).toEqual([url, "*"]);
      expect(anonymous.headers).not.toHaveProperty("access-control-allow-credentials");
      const { headers } = await ask({ url, headers: { origin: "https://shop.example" } });
      expect(headers).toMatchObject({
        "access-control-allow-origin": "https://shop.example",
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": exposed,
        vary: expect.stringContaining("Origin"),
        "maintenance-notice": "1",
      });
    }
  });

  it("may send what its preflight asks for, but cookies only from a configured origin", async () => {
    const configured = "https://shop.example";
    const { ask } = await createTestApp({}, { corsOrigins: new Set([configured]) });
    const wanted = { "access-control-request-method": "PATCH", "access-control-request-headers": "a, b" };
    const others = ["http://shop.example", `${configured}:8443`, "https://evil.example", "null"];
    for (const origin of [configured, ...others]) {
      const { statusCode, body, headers } = await ask({ method: "OPTIONS", headers: { origin, ...wanted } });
      expect([origin, statusCode, body]).toEqual([origin, 204, ""]);
      expect(headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "PATCH",
        "access-control-allow-headers": "a, b",
        "access-control-max-age": "0",
        "maintenance-notice": "1",
      });
      expect(headers["access-control-allow-credentials"]).toBe(origin === configured ? "true" : undefined);
    }
    expect((await ask({ method: "OPTIONS" })).statusCode).toBe(503);
  });
});
