import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readBrand } from "../../../../data/brand.ts";
import { maxDocumentBytes } from "../../../../schema/json/json.ts";
import { defaults } from "../../../../schema/notice/defaults.ts";
import { makePageBrand } from "../../../../web/brand.tsx";
import { brandFolder, informal } from "../../../support/brand.ts";
import type { Reply } from "../../../support/network/http.ts";
import { editHere, outcomeOf, sharedEditor } from "../../../support/service/editor-here.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor();
let signedIn: Record<string, string>;
beforeAll(async () => {
  const { url, signIn } = editor();
  signedIn = { ...(await signIn()), Origin: url, "Sec-Fetch-Site": "same-origin" };
});

const request = { notice: noticeWith({ title: "We are moving" }), language: "de" };
const post = (body: unknown, headers: Record<string, string> = {}, here = editor()): Promise<Reply> =>
  here.send("POST", "/preview", body, { ...signedIn, ...headers });

const boundary = "----backsoon";
/** The body that a browser sends for a form with these fields. */
const formOf = (fields: [name: string, value: string][], attributes = ""): string =>
  [
    ...fields.flatMap(([name, value]) => [
      ...[`--${boundary}`, `Content-Disposition: form-data; name="${name}"${attributes}`, "", value],
    ]),
    ...[`--${boundary}--`, ""],
  ].join("\r\n");
const ofForm = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
const postForm = (payload: string, headers = {}): Promise<Reply> => post(payload, { ...ofForm, ...headers });
const preview: [string, string] = ["preview", JSON.stringify(request)];

describe("POST /preview", () => {
  it("shows the brand's texts", async () => {
    const read = await readBrand(brandFolder({ name: "Acme", texts: { de: informal } }));
    const brand = "brand" in read ? makePageBrand(read.brand) : expect.fail();
    const here = await editHere({ brand, folder: undefined });
    const own = { ...(await here.signIn()), Origin: here.url };
    const { body } = await post({ notice: request.notice, language: "de-AT" }, own, here);
    const data = JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(body)?.[1] ?? "");
    const { unsaved: _, unsure: __, ...strings } = informal;
    expect(data.view.locale).toMatchObject({ strings });
    expect(body).toContain(informal.thanks);
    expect((await post({ notice: request.notice }, own, here)).body).toContain("Need help?");
  });

  it("returns the page of the draft in a sandbox, for JSON and for a form", async () => {
    const [json, form] = [await post(request), await postForm(formOf([preview]))];
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
    const Origin = originAt(here.port);
    const own = { Host: new URL(Origin).host, Origin, ...(await here.signIn()) };
    const { headers } = await post(request, own, here);
    expect(headers["content-security-policy"]).toContain(`; script-src 'self' ${Origin}; `);
  });

  it("asks for a sign-in without a credential, for JSON and for a form", async () => {
    const json = await post(request, { Cookie: "" });
    expect(outcomeOf(json)).toEqual([401, "CREDENTIAL_MISSING"]);
    const problem = { "www-authenticate": "Bearer", "content-type": "application/problem+json" };
    expect(json.headers).toMatchObject(problem);
    const form = await postForm(formOf([preview]), { Cookie: "" });
    expect([form.statusCode, form.headers["content-type"]]).toEqual([401, "text/html; charset=utf-8"]);
    expect(form.body).toContain(`<p>${json.json().detail}</p>`);
  });

  it("accepts the key of the session in a form, which has no headers", async () => {
    const { "Session-Key": key = "", ...withCookie } = signedIn;
    const { "Session-Key": other = "" } = await editor().signIn();
    const ask = async (fields: [string, string][], headers: Record<string, string> = {}) => {
      const own = { ...ofForm, ...withCookie, ...headers };
      const { statusCode, body } = await editor().send("POST", "/preview", formOf(fields), own);
      return [statusCode, /<(?:p|h1)\b[^>]*>([^<]*)/.exec(body)?.[1]];
    };
    const right: [string, string] = ["key", key];
    const both = [preview, right];
    for (const fields of [both, both.toReversed()]) expect(await ask(fields)).toEqual([200, "We are moving"]);
    const locked = [401, expect.stringContaining("the cookie of a sign-in, but not the key")];
    for (const wrong of ["", "a", other, `${key} `])
      expect(await ask([preview, ["key", wrong]])).toEqual(locked);
    expect(await ask([preview])).toEqual(locked);
    for (const fields of [[...both, right], [right]]) expect((await ask(fields))[0]).toBe(400);
    const nobody = [401, expect.stringContaining("This needs a sign-in")];
    // Without a cookie, nothing of the form is read.
    for (const fields of [both, [["draft", "{}"] as [string, string]]])
      expect(await ask(fields, { Cookie: "" })).toEqual(nobody);
    const foreign = { Origin: "http://127.0.0.1:3000", "Sec-Fetch-Site": "same-site" };
    expect((await ask(both, foreign))[0]).toBe(403);
  });

  it("returns every fault with its place", async () => {
    const reply = await post({ notice: { ...defaults, isEnabled: false, title: "" }, phase: "soon" });
    const outcome = [...outcomeOf(reply), reply.headers["content-type"]];
    expect(outcome).toEqual([422, "PREVIEW_INVALID", "application/problem+json"]);
    const { detail, errors } = reply.json();
    expect(errors[0].detail).toBe(detail);
    const pointers = ["#/notice/isEnabled", "#/notice/title", "#/phase"];
    expect(errors).toMatchObject(pointers.map((pointer) => ({ pointer })));
  });

  const one = (value: string): string => formOf([["preview", value]]);
  const untitled = JSON.stringify({ notice: { ...defaults, title: "" } });
  it.each<[string, string, number, RegExp]>([
    ["with an invalid draft", one(untitled), 422, /^"title" is empty: give/],
    ["with broken JSON", one('{"notice":'), 400, /^The document is not valid JSON: line 1, column 11: it/],
    ["without a field", formOf([]), 400, /^A form for a preview has one field, "preview"/],
    ["with a file", formOf([["preview", "{}"]], '; filename="a.json"'), 400, /^A form for a preview has one/],
    ["that breaks off", one("{}").slice(0, -12), 400, /^A form for a preview has one field/],
    ["of more than 512 KiB", one(" ".repeat(maxDocumentBytes + 1)), 413, /^The request body is larger than/],
  ])("returns a page with one sentence for a form %s", async (_name, payload, status, sentence) => {
    const { statusCode, headers, body } = await postForm(payload);
    expect([statusCode, headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
    const policy = /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-/;
    expect(headers["content-security-policy"]).toMatch(policy);
    const [, shown = ""] = /<p>([^<]*)<\/p>/.exec(body) ?? [];
    expect(shown.replaceAll("&amp;", "&")).toMatch(sentence);
  });

  it("returns a problem detail for a body with another type or with broken JSON", async () => {
    const typed = await post("{}", { "Content-Type": "text/plain" });
    expect(outcomeOf(typed)).toEqual([415, "MEDIA_TYPE_WRONG"]);
    expect(typed.json().detail).toContain("application/json or multipart/form-data");
    expect(outcomeOf(await post("{"))).toEqual([400, "JSON_INVALID"]);
  });
});

it("The script of a preview is the only file that any origin may read, and is compressed", async () => {
  const foreign = { Origin: "null", "Sec-Fetch-Site": "cross-site", "Accept-Encoding": "br" };
  const ask = (url: string) => editor().ask({ url, headers: foreign });
  const names = readdirSync("dist/editor/preview/assets").filter((name) => name.endsWith(".js"));
  expect(names).toHaveLength(1);
  const { statusCode, headers } = await ask(`/preview/assets/${names[0]}`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-encoding": "br",
    "access-control-allow-origin": "*",
  });
  expect(headers).not.toHaveProperty("access-control-allow-credentials");
  for (const url of ["/preview/index.html", "/preview/assets/"])
    expect((await ask(url)).headers).not.toHaveProperty("access-control-allow-origin");
});
