import { describe, expect, it } from "vitest";
import { localeOf, locales, textsOfSent } from "../../web/locales/locales.ts";
import { exchange, forPage } from "../support/network/http.ts";
import { broken, createTestApp, pagesWith, sharedApp } from "../support/service/app.ts";

const ask = sharedApp();
const sentence = "What you sent was not received. Go back to what you typed, and send it later.";
const unsure = "If you sent something, check whether it arrived before you send it again.";
const header = { "backsoon-unsaved": "1" };

/** A reply without the headers that change each second. */
async function replyTo(method: string, headers: Record<string, string>) {
  const { statusCode, headers: replied, body } = await ask({ method, url: "/orders", headers });
  const { date: _, "retry-after": __, ...others } = replied;
  return { statusCode, headers: others, body };
}

const dataOf = (page: string) => JSON.parse(/ id="page-data">(.*?)<\/script>/.exec(page)?.[1] ?? "");

describe("A change that did not reach the app", () => {
  it.each(locales.map(({ tag }) => tag))("is unsaved if the proxy says so, or unsure: %s", async (tag) => {
    const { unsaved, unsure } = textsOfSent(tag);
    const { message, reload, leaveOpen, opening } = localeOf(tag).strings;
    const inTag = { "accept-language": tag };
    for (const told of [unsaved, unsure]) {
      const more = told === unsaved ? { ...inTag, ...header } : inTag;
      const page = await replyTo("POST", { ...more, ...forPage });
      expect([page.statusCode, page.headers["content-language"]]).toEqual([503, tag]);
      expect(page.body).toContain(`</h1><p class="message">${told}</p><div class="message">`);
      // A reload could send the request again.
      for (const text of [reload, leaveOpen, opening]) expect(page.body).not.toContain(text);
      expect(dataOf(page.body)).not.toHaveProperty("returnSpreadSeconds");
      const { body } = await replyTo("POST", { ...more, accept: "text/plain" });
      expect(body.split("\n\n").slice(1, 3)).toEqual([told, message]);
    }
    const toProgram = async (accept: string) => (await replyTo("POST", { ...inTag, ...header, accept })).body;
    const detail = `${unsaved}\n\n${message}`;
    expect(JSON.parse(await toProgram("application/json"))).toMatchObject({ detail, unsaved: true });
    const xml = await toProgram("application/xml");
    expect(xml).toContain(`<detail>${detail}</detail>`);
    expect(xml).toContain("<unsaved>true</unsaved>");
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("is reported for %s, in every coding", async (method) => {
    for (const coding of ["identity", "br"]) {
      const coded = { "accept-encoding": coding };
      const [plain, unsaved] = [await replyTo(method, coded), await replyTo(method, { ...coded, ...header })];
      expect(unsaved.headers).toEqual({ ...plain.headers, "content-length": expect.any(String) });
      expect(unsaved.headers["content-length"]).not.toBe(plain.headers["content-length"]);
    }
    expect((await replyTo(method, header)).body).toContain(sentence);
    // Programs are not told what is unsure.
    for (const accept of ["application/json", "application/xml"])
      expect(await replyTo(method, { accept })).toEqual(await replyTo("GET", { accept }));
    const page = await replyTo(method, forPage);
    expect(page.body).toContain(unsure);
    // Only the value 1 counts.
    for (const value of ["0", "", "1, 1"])
      expect(await replyTo(method, { ...forPage, "backsoon-unsaved": value })).toEqual(page);
  });

  it("is reported on the bare page", async () => {
    const pages = pagesWith({ render: broken, failed: () => {} });
    const { ask } = await createTestApp({ message: "Soon." }, { pages });
    const bodyOf = async (method: string, more = {}) =>
      (await ask({ method, headers: { ...forPage, ...more } })).body;
    const said = (text: string) => `<p lang="en" dir="auto">${text}</p>`;
    expect(await bodyOf("PUT", header)).toContain(`${said(sentence)}<p lang="" dir="auto">Soon.</p>`);
    expect(await bodyOf("PUT")).toContain(said(unsure));
    expect(await bodyOf("GET")).not.toMatch(/sent/);
  });
});

describe("The ordinary notice", () => {
  it.each(["GET", "OPTIONS", "PROPFIND"])("goes to %s, which changes nothing", async (method) => {
    for (const accept of ["text/html", "application/json", "application/xml", "text/plain"])
      expect(await replyTo(method, { accept, ...header })).toEqual(await replyTo(method, { accept }));
  });

  it("goes to a preflight, a tunnel, and a request with large headers", async () => {
    const preflight = { origin: "https://a.example", "access-control-request-method": "POST" };
    const plain = await replyTo("OPTIONS", preflight);
    expect(await replyTo("OPTIONS", { ...preflight, ...header })).toEqual(plain);
    const { url } = await createTestApp();
    const large = `POST /${"x".repeat(70_000)}`;
    for (const [status, request] of Object.entries({ 503: "CONNECT a:1", 431: large })) {
      const headers = "Host: a\r\nAccept: text/html\r\nBacksoon-Unsaved: 1\r\n";
      const reply = await exchange(url, `${request} HTTP/1.1\r\n${headers}\r\n`);
      expect(reply).toMatch(`HTTP/1.1 ${status} `);
      expect(reply).toContain("<h1>Under Maintenance</h1>");
      expect(reply).not.toContain(sentence);
    }
  });

  it("says nothing of sent data, whatever others got", async () => {
    const before = await replyTo("GET", forPage);
    expect((await replyTo("POST", header)).body).toContain(sentence);
    expect((await replyTo("POST", forPage)).body).not.toContain(sentence);
    const after = await replyTo("GET", forPage);
    expect(after).toEqual(before);
    expect(after.body).not.toContain(unsure);
    const { view, ...options } = dataOf(after.body);
    expect(options).toEqual({ pollSeconds: 10, returnSpreadSeconds: 5 });
    expect(view.locale).toEqual(localeOf("en"));
    expect(Object.keys(view.locale)).toEqual(["tag", "direction", "about", "strings"]);
    expect(after.body.match(/ class="message"/g)).toHaveLength(1);
  });
});
