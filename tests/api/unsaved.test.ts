import { describe, expect, it } from "vitest";
import { createPages } from "../../api/visitor/pages.ts";
import { localeOf, locales, textsOfSent } from "../../web/locales/locales.ts";
import { exchange, forPage, type Reply } from "../support/network/http.ts";
import { createTestApp, sharedApp } from "../support/service/app.ts";

const ask = sharedApp();
const sentence = "What you sent was not received. Go back to what you typed, and send it later.";
const unsure = "If you sent something, check whether it arrived before you send it again.";
const header = { "backsoon-unsaved": "1" };
const changing = ["POST", "PUT", "PATCH", "DELETE"];
const types = ["text/html", "application/json", "application/xml", "text/plain"];
const live = { pollSeconds: 10, returnSpreadSeconds: 5 };

/** A reply without the headers that change each second. */
async function replyTo(method: string, headers: Record<string, string>) {
  const { statusCode, headers: replied, rawPayload } = await ask({ method, url: "/orders", headers });
  const { date: _date, "retry-after": _retryAfter, ...others } = replied;
  return { statusCode, headers: others, body: rawPayload.toString() };
}

/** The data for the page's script. */
const dataOf = (page: string) => JSON.parse(/ id="page-data">(.*?)<\/script>/.exec(page)?.[1] ?? "");

describe("A request that its proxy marks as unsaved", () => {
  it.each(locales.map(({ tag }) => tag))("is reported as unsaved in every format: %s", async (tag) => {
    const { unsaved } = textsOfSent(tag);
    const { message, reload, leaveOpen, opening } = localeOf(tag).strings;
    const told = async (accept: string): Promise<Reply> => {
      const headers = { ...header, accept, "accept-language": tag };
      const reply = await ask({ method: "POST", url: "/", headers });
      expect([reply.statusCode, reply.headers["content-language"]]).toEqual([503, tag]);
      return reply;
    };
    const { body: page } = await told("text/html");
    expect(page).toContain(`</h1><p class="message">${unsaved}</p><div class="message">`);
    // A reload could send the request again.
    for (const text of [reload, leaveOpen, opening]) expect(page).not.toContain(text);
    expect(dataOf(page)).not.toHaveProperty("returnSpreadSeconds");

    const json = (await told("application/json")).json();
    expect(json).toMatchObject({ detail: `${unsaved}\n\n${message}`, unsaved: true });
    const { body: xml } = await told("application/xml");
    expect(xml).toContain(`<detail>${unsaved}\n\n${message}</detail>`);
    expect(xml).toContain("<unsaved>true</unsaved>\n</problem>");
    expect((await told("text/plain")).body.split("\n\n").slice(1, 3)).toEqual([unsaved, message]);
  });

  it.each(changing)("is reported as unsaved by %s, in every coding", async (method) => {
    for (const coding of ["identity", "br"]) {
      const coded = { "accept-encoding": coding };
      const [plain, unsaved] = await Promise.all(
        [{}, header].map((more) => replyTo(method, { ...coded, ...more })),
      );
      expect(unsaved?.headers["content-encoding"]).toBe(plain?.headers["content-encoding"]);
      expect(unsaved?.headers).toEqual({
        ...plain?.headers,
        "content-length": expect.not.stringMatching(`^${plain?.headers["content-length"]}$`),
      });
    }
    expect((await replyTo(method, header)).body).toContain(sentence);
  });

  it.each(["GET", "OPTIONS", "PROPFIND"])("gets the ordinary notice by %s", async (method) => {
    for (const accept of types)
      expect(await replyTo(method, { accept, ...header })).toEqual(await replyTo(method, { accept }));
  });

  it("gets the ordinary notice as a preflight, a tunnel, or with large headers", async () => {
    const preflight = { origin: "https://a.example", "access-control-request-method": "POST" };
    expect(await replyTo("OPTIONS", { ...preflight, ...header })).toEqual(
      await replyTo("OPTIONS", preflight),
    );
    const { url } = await createTestApp();
    const told = (request: string, more: string) =>
      exchange(url, `${request} HTTP/1.1\r\nHost: a\r\n${more}\r\n`);
    for (const [request, status] of [
      ["CONNECT a:1", 503],
      [`POST /${"x".repeat(70_000)}`, 431],
    ] as const) {
      const reply = await told(request, "Accept: text/html\r\nBacksoon-Unsaved: 1\r\n");
      expect(reply).toMatch(`HTTP/1.1 ${status} `);
      expect(reply).toContain("<h1>Under Maintenance</h1>");
      expect(reply).not.toContain(sentence);
    }
  });
});

describe("A change that may have reached the app", () => {
  it.each(locales.map(({ tag }) => tag))("is reported as unsure on the page and in text: %s", async (tag) => {
    const { unsure } = textsOfSent(tag);
    const { message, reload, leaveOpen, opening } = localeOf(tag).strings;
    const told = (accept: string) => replyTo("POST", { accept, "accept-language": tag });
    const { body: page } = await told("text/html");
    expect(page).toContain(`</h1><p class="message">${unsure}</p><div class="message">`);
    for (const text of [reload, leaveOpen, opening]) expect(page).not.toContain(text);
    expect(dataOf(page)).not.toHaveProperty("returnSpreadSeconds");
    expect((await told("text/plain")).body.split("\n\n").slice(1, 3)).toEqual([unsure, message]);
  });

  it.each(changing)("is reported as unsure by %s to people, but not to programs", async (method) => {
    for (const accept of ["application/json", "application/xml"])
      expect(await replyTo(method, { accept })).toEqual(await replyTo("GET", { accept }));
    const page = await replyTo(method, forPage);
    expect(page.body).toContain(unsure);
    // Only the value 1 counts.
    for (const value of ["0", "", "1, 1"])
      expect(await replyTo(method, { ...forPage, "backsoon-unsaved": value })).toEqual(page);
  });
});

describe("Any other request", () => {
  it("gets a page that says nothing of sent data, whatever others got", async () => {
    const before = await replyTo("GET", forPage);
    expect((await replyTo("POST", header)).body).toContain(sentence);
    expect((await replyTo("POST", forPage)).body).not.toContain(sentence);
    const after = await replyTo("GET", forPage);
    expect(after).toEqual(before);
    expect(after.body).not.toContain(unsure);
    const { view, ...options } = dataOf(after.body);
    expect(options).toEqual(live);
    expect(view.locale).toEqual(localeOf("en"));
    expect(Object.keys(view.locale)).toEqual(["tag", "direction", "about", "strings"]);
    expect(after.body.match(/ class="message"/g)).toHaveLength(1);
  });
});

describe("The bare page", () => {
  it("reports sent data as unsaved or unsure", async () => {
    const render = () => {
      throw new Error("broken");
    };
    const pages = createPages({ template: "", live, render, failed: () => {} });
    const { ask } = await createTestApp({ message: "Soon." }, { pages });
    const { body } = await ask({ method: "PUT", url: "/", headers: { ...header, ...forPage } });
    expect(body).toContain(`<p lang="en" dir="auto">${sentence}</p><p lang="" dir="auto">Soon.</p>`);
    expect((await ask({ method: "PUT", url: "/", headers: forPage })).body).toContain(
      `<p lang="en" dir="auto">${unsure}</p>`,
    );
    expect((await ask({ url: "/", headers: forPage })).body).not.toMatch(/sent/);
  });
});
