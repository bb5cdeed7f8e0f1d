import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readBrand } from "../../../../data/brand.ts";
import { maxDocumentBytes } from "../../../../schema/json/json.ts";
import { defaults } from "../../../../schema/notice/defaults.ts";
import { makePageBrand } from "../../../../web/brand.tsx";
import { brandFolder, informal } from "../../../support/brand.ts";
import type { Reply } from "../../../support/network/http.ts";
import { editHere, sharedEditor } from "../../../support/service/editor-here.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor();
let signedIn: Record<string, string>;
beforeAll(async () => {
  const { url, signIn } = editor();
  signedIn = { ...(await signIn()), Origin: url, "Sec-Fetch-Site": "same-origin" };
});

const request = { notice: noticeWith({ title: "We are moving" }), language: "de" };
const boundary = "----backsoon";

const post = (payload: string, headers: Record<string, string> = {}): Promise<Reply> =>
  editor().ask({
    url: "/preview",
    method: "POST",
    headers: { "Content-Type": "application/json", ...signedIn, ...headers },
    payload,
  });

/** The body that a browser sends for a form with these fields. */
const formOf = (fields: [name: string, value: string][], attributes = ""): string =>
  [
    ...fields.map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${attributes}\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}--\r\n`,
  ].join("");
const postForm = (payload: string, headers: Record<string, string> = {}): Promise<Reply> =>
  post(payload, { "Content-Type": `multipart/form-data; boundary=${boundary}`, ...headers });
const inForm = (value: unknown): string => formOf([["preview", JSON.stringify(value)]]);

describe("POST /preview", () => {
  it("shows the brand's texts", async () => {
    const read = await readBrand(brandFolder({ name: "Acme", texts: { de: informal } }));
    const brand = "brand" in read ? makePageBrand(read.brand) : expect.fail();
    const { ask, url, signIn } = await editHere({ brand, folder: undefined });
    const shown = async (more: object) => {
      const headers = { "Content-Type": "application/json", ...(await signIn()), Origin: url };
      const payload = JSON.stringify({ notice: request.notice, ...more });
      return (await ask({ url: "/preview", method: "POST", headers, payload })).body;
    };
    const page = await shown({ language: "de-AT" });
    const data = JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(page)?.[1] ?? "");
    const { unsaved: _, unsure: __, ...strings } = informal;
    expect(data.view.locale).toMatchObject({ strings });
    expect(page).toContain(informal.thanks);
    expect(await shown({})).toContain("Need help?");
  });

  it("returns the page of the draft in a sandbox, for JSON and for a form", async () => {
    const [json, form] = [await post(JSON.stringify(request)), await postForm(inForm(request))];
    expect(json.statusCode).toBe(200);
    expect(json.body).toMatch(/^<!doctype html><html lang="de" dir="ltr">.*<h1 [^>]*>We are moving<\/h1>/s);
    expect(json.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    const policy = String(json.headers["content-security-policy"]).replace(/'sha256-[\w+/=]{44}'/, "#");
    expect(policy).toBe(
      `sandbox allow-scripts; default-src 'none'; script-src 'self' ${editor().url}; style-src #; img-src data:; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
    expect(json.headers).not.toHaveProperty("access-control-allow-origin");
    // Only the times of the two pages differ.
    const still = ({ body }: Reply) => body.replace(/"now":\d+/, "");
    expect([form.statusCode, still(form)]).toEqual([200, still(json)]);
    expect(form.headers["content-security-policy"]).toBe(json.headers["content-security-policy"]);
  });

  it.each<[string, string | undefined, (port: number) => string]>([
    ["localhost", undefined, (port) => `http://localhost:${port}`],
    ["a proxy with TLS", "https://notice.example.com", () => "https://notice.example.com"],
  ])("loads its script from the origin of the request: %s", async (_name, configured, originAt) => {
    const here = configured ? await editHere({ origin: configured }) : editor();
    const origin = originAt(here.port);
    const session = await here.signIn();
    const { host } = new URL(origin);
    const own = { "Content-Type": "application/json", Host: host, Origin: origin, ...session };
    const payload = JSON.stringify(request);
    const { headers } = await here.ask({ url: "/preview", method: "POST", headers: own, payload });
    expect(headers["content-security-policy"]).toContain(`; script-src 'self' ${origin}; `);
  });

  it("asks for a sign-in without a credential, for JSON and for a form", async () => {
    const headers = { Cookie: "" };
    const json = await post(JSON.stringify(request), headers);
    expect([json.statusCode, json.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(json.headers["content-type"]).toBe("application/problem+json");
    const form = await postForm(inForm(request), headers);
    expect(form.statusCode).toBe(401);
    expect(form.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(form.body).toContain(`<p>${json.json().detail}</p>`);
  });

  it("accepts the key of the session in a form, which has no headers", async () => {
    const { "Session-Key": key = "", ...withCookie } = signedIn;
    const { "Session-Key": other = "" } = await editor().signIn();
    const preview: [string, string] = ["preview", JSON.stringify(request)];
    const ask = async (fields: [string, string][], headers: Record<string, string> = {}) => {
      const type = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
      const asked = { method: "POST", url: "/preview", headers: { ...type, ...withCookie, ...headers } };
      const { statusCode, body } = await editor().ask({ ...asked, payload: formOf(fields) });
      return [statusCode, /<(?:p|h1)\b[^>]*>([^<]*)/.exec(body)?.[1]];
    };
    const locked = [401, expect.stringContaining("the cookie of a sign-in, but not the key")];
    expect(await ask([preview, ["key", key]])).toEqual([200, "We are moving"]);
    expect(await ask([["key", key], preview])).toEqual([200, "We are moving"]);
    for (const wrong of ["", "a", other, `${key} `])
      expect(await ask([preview, ["key", wrong]])).toEqual(locked);
    expect(await ask([preview])).toEqual(locked);
    const refused = [400, expect.stringContaining("those alone")];
    expect(await ask([preview, ["key", key], ["key", key]])).toEqual(refused);
    expect(await ask([["key", key]])).toEqual([400, expect.anything()]);
    const nobody = [401, expect.stringContaining("This needs a sign-in")];
    expect(await ask([preview, ["key", key]], { Cookie: "" })).toEqual(nobody);
    // Without a cookie, nothing of the form is read.
    expect(await ask([["draft", "{}"]], { Cookie: "" })).toEqual(nobody);
    const foreign = { Origin: "http://127.0.0.1:3000", "Sec-Fetch-Site": "same-site" };
    expect((await ask([preview, ["key", key]], foreign))[0]).toBe(403);
  });

  it("returns every fault with its place", async () => {
    const notice = { ...defaults, isEnabled: false, title: "" };
    const { statusCode, headers, json } = await post(JSON.stringify({ notice, phase: "soon" }));
    expect([statusCode, headers["content-type"]]).toEqual([422, "application/problem+json"]);
    expect(json()).toMatchObject({ status: 422, code: "PREVIEW_INVALID" });
    const { detail, errors } = json();
    expect([errors[0].detail, errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      detail,
      ["#/notice/isEnabled", "#/notice/title", "#/phase"],
    ]);
    expect(detail).toMatch(/^"isEnabled" is always true, not false: the notice cannot be turned off/);
  });

  const one = (value: string): string => formOf([["preview", value]]);
  it.each<[string, string, number, RegExp]>([
    ["with an invalid draft", inForm({ notice: { ...defaults, title: "" } }), 422, /^"title" is empty: give/],
    ["with broken JSON", one('{"notice":'), 400, /^The document is not valid JSON: line 1, column 11: it/],
    ["without a field", formOf([]), 400, /^A form for a preview has one field, "preview"/],
    ["with a file", formOf([["preview", "{}"]], '; filename="a.json"'), 400, /^A form for a preview has one/],
    ["that breaks off", one("{}").slice(0, -12), 400, /^A form for a preview has one field/],
    ["of more than 512 KiB", one(" ".repeat(maxDocumentBytes + 1)), 413, /^The request body is larger than/],
  ])("returns a page with one sentence for a form %s", async (_name, payload, status, sentence) => {
    const { statusCode, headers, body } = await postForm(payload);
    expect(statusCode).toBe(status);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(
      /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-/,
    );
    const [, shown = ""] = /<p>([^<]*)<\/p>/.exec(body) ?? [];
    expect(shown.replaceAll("&amp;", "&")).toMatch(sentence);
  });

  it.each<[string, string, string, number]>([
    ["with another type", "text/plain", "{}", 415],
    ["with broken JSON", "application/json", "{", 400],
  ])("returns a problem detail for a body %s", async (_name, type, payload, status) => {
    const { statusCode, headers, body } = await post(payload, { "Content-Type": type });
    expect([statusCode, headers["content-type"]]).toEqual([status, "application/problem+json"]);
    if (status === 415)
      expect(JSON.parse(body).detail).toContain("must be application/json or multipart/form-data:");
  });
});

describe("The script of a preview", () => {
  const names = (): string[] =>
    readdirSync("dist/editor/preview/assets").filter((name) => name.endsWith(".js"));

  it("is readable without a sign-in by any origin, and is compressed", async () => {
    expect(names()).toHaveLength(1);
    for (const name of names()) {
      const headers = { Origin: "null", "Sec-Fetch-Site": "cross-site", "Accept-Encoding": "br" };
      const script = await editor().ask({ url: `/preview/assets/${name}`, headers });
      expect(script.statusCode).toBe(200);
      expect(script.headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "content-encoding": "br",
        "access-control-allow-origin": "*",
      });
      expect(script.headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });

  it("is the only file of the preview that another origin may read", async () => {
    for (const url of ["/preview/index.html", "/preview/assets/"])
      expect((await editor().ask({ url, headers: { Origin: "null" } })).headers).not.toHaveProperty(
        "access-control-allow-origin",
      );
  });
});
