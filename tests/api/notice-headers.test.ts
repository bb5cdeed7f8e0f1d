import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { findPaymentsScript } from "../../api/visitor/pages.ts";
import { asking, forPage } from "../support/network/http.ts";
import { createTestApp, pagesWith, sharedApp } from "../support/service/app.ts";
import { serveHere } from "../support/service/service-here.ts";

const ask = sharedApp();
const sha256 = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

describe("The notice", () => {
  it("has the headers of planned maintenance", async () => {
    const { headers, rawPayload } = await ask({ headers: forPage });
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-language": "en",
      "content-length": String(rawPayload.length),
      "retry-after": expect.stringMatching(/^1[23]\d$/),
      "cache-control": "no-store, no-transform",
      vary: "Accept, Accept-Encoding, Accept-Language, Origin, Sec-Fetch-Dest, Sec-Fetch-Mode, X-Requested-With, HX-Request, HX-Boosted, X-Turbo-Request-Id, Turbolinks-Referrer",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "maintenance-notice": "1",
    });
    expect(Object.keys(headers).join()).not.toMatch(/x-powered-by|server/);
  });

  it("has the same headers for HEAD, and no body", async () => {
    const [get, head] = [await ask({ headers: forPage }), await ask({ method: "HEAD", headers: forPage })];
    expect([head.statusCode, head.rawPayload.length]).toEqual([503, 0]);
    const { date: _, connection: __, "retry-after": ___, ...same } = get.headers;
    expect(head.headers).toMatchObject(same);
  });

  it("has a policy with the hash of each inline style and script, and nothing unsafe", async () => {
    const { headers, body } = await ask({ headers: forPage });
    const policy = String(headers["content-security-policy"]);
    const inline = [...body.matchAll(/<(style|script)(?: nomodule)?>(.*?)<\/\1>/gs)];
    expect(inline.map(([, name]) => name)).toEqual(["style", "script", "script"]);
    for (const [, name, text = ""] of inline) {
      const hash = sha256(text).replace(/[+/]/g, ".");
      expect(policy).toMatch(new RegExp(`; ${name}-src [^;]*'${hash}'`));
    }
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|\*|http:/);
    expect(body).not.toMatch(/ style=| on[a-z]+=/);
    for (const accept of ["application/xml", "application/json", "text/plain"]) {
      const { headers } = await ask({ headers: { accept } });
      expect(headers["x-content-type-options"]).toBe("nosniff");
      // Browsers show XML as a document.
      expect(headers["content-security-policy"]).toBe(accept === "application/xml" ? policy : undefined);
    }
  });

  it.each([
    ["", "'self'"],
    ["https://lms.example:8443, https://*.a.example", "'self' https://lms.example:8443 https://*.a.example"],
  ])("may be framed by the origins in FRAME_ORIGINS: %j", async (value, ancestors) => {
    const { url } = await serveHere({ FRAME_ORIGINS: value });
    for (const accept of ["text/html", "application/xml"]) {
      const { headers } = await asking(url)({ headers: { accept } });
      expect(String(headers["content-security-policy"]).endsWith(`; frame-ancestors ${ancestors}`)).toBe(
        true,
      );
      expect(headers).not.toHaveProperty("x-frame-options");
    }
  });

  it("needs one script from Backsoon and no other request", async () => {
    const { body } = await ask({ headers: forPage });
    const requests = [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
    expect(requests).toEqual([
      expect.stringMatching(/^data:image\/svg\+xml,/),
      expect.stringMatching(/^\/assets\/[\w-]+\.js$/),
      "mailto:support@example.com",
    ]);
  });

  it.each([
    ["br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip;q=0, *", "br", brotliDecompressSync],
    ["", undefined, (body: Buffer) => body],
    ["*;q=0", undefined, (body: Buffer) => body],
    ["br;q=0.5, gzip;q=0.9", "gzip", gunzipSync],
  ])("is sent for Accept-Encoding %j in %s, in every format", async (coding, encoding, decode) => {
    for (const accept of ["text/html", "application/json", "text/plain", "application/xml"]) {
      const plain = await ask({ headers: { accept } });
      const { headers, rawPayload } = await ask({ headers: { accept, "accept-encoding": coding } });
      expect([accept, headers["content-encoding"]]).toEqual([accept, encoding]);
      expect(decode(rawPayload).toString()).toBe(plain.body);
    }
  });

  it("shows HTML in the operators' text as text", async () => {
    const text = "</script><script>alert(1)</script> $& $` {{data}}";
    const { ask } = await createTestApp({ title: text, message: text, expectedReturn: text });
    const { body } = await ask({ headers: forPage });
    expect(body.match(/<script\b/g)).toHaveLength(4);
    expect(body).toContain(`>${text.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</title>`);
    const [, data = ""] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
    expect(JSON.parse(data).view).toMatchObject({ title: text, message: text, expectedReturn: { text } });
  });
});

describe("Retry-After", () => {
  const seconds = async (expectedReturn: string) => {
    const { ask } = await createTestApp({ expectedReturn });
    const values: number[] = [];
    for (const chance of [0, 0.999]) {
      vi.spyOn(Math, "random").mockReturnValue(chance);
      values.push(Number((await ask({ headers: forPage })).headers["retry-after"]));
      vi.restoreAllMocks();
    }
    return values;
  };
  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

  it("is the configured time, or up to a tenth more, without a return in the future", async () => {
    for (const expectedReturn of ["soon", fromNow(-1000), "2026-02-30T00:00:00Z"])
      expect([expectedReturn, ...(await seconds(expectedReturn))]).toEqual([expectedReturn, 120, 132]);
  });

  it("follows an expected return ahead, and spreads by a tenth", async () => {
    const [least = 0, most = 0] = await seconds(fromNow(3_600_000));
    expect(Math.abs(least - 3_595)).toBeLessThanOrEqual(5);
    expect(most / least).toBeCloseTo(1.1, 2);
  });

  it("is from 30 seconds to a day", async () => {
    expect(await seconds(fromNow(2_000))).toEqual([30, 33]);
    expect(await seconds("9999-12-31T23:59:59Z")).toEqual([86_400, 86_400]);
  });
});

const { template, assets } = readBuild("dist/web");
const key = "pk_test_51Backsoon";

async function answers(paymentKey?: string) {
  const pages = pagesWith({ payments: findPaymentsScript(assets, paymentKey) });
  return (await createTestApp({}, { pages })).ask;
}

function policy(scripts: string, connections: string, frames: string): string {
  const hashOf = (name: string, attribute = "") => {
    const [, text = ""] = new RegExp(`<${name}${attribute}>(.*?)</${name}>`, "s").exec(template) ?? [];
    return `'${sha256(text)}'`;
  };
  return (
    `default-src 'none'; script-src 'self' ${hashOf("script")} ${hashOf("script", " nomodule")}${scripts}; style-src ${hashOf("style")}; img-src data:; ` +
    `connect-src 'self'${connections};${frames} base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  );
}

describe("Payments", () => {
  const hosts = "https://js.stripe.com https://*.js.stripe.com";

  const frames = ` frame-src ${hosts} https://hooks.stripe.com;`;
  it.each([
    ["open the policy only for their hosts", key, policy(` ${hosts}`, " https://api.stripe.com", frames)],
    ["leave the policy strict while they are off", undefined, policy("", "", "")],
  ])("%s", async (_name, paymentKey, expected) => {
    const { headers } = await (await answers(paymentKey))({ headers: forPage });
    expect(headers["content-security-policy"]).toBe(expected);
  });

  it("add one element to the page, and nothing to other formats", async () => {
    const [on, off] = [await answers(key), await answers()];
    const bodies = (accept: string) =>
      Promise.all([on, off].map(async (ask) => (await ask({ headers: { accept } })).body));
    const [page = "", without] = await bodies("text/html");
    const path = assets.find((asset) => asset.path.includes("payments"))?.path;
    const element = `<script type="module" async src="${path}" id="payments" data-key="${key}"></script>`;
    expect(page.split(element)).toHaveLength(2);
    expect(page.replace(element, "")).toBe(without);
    for (const accept of ["application/json", "text/plain"]) {
      const [one, other] = await bodies(accept);
      expect(one).toBe(other);
    }
  });

  it("need a build with their script", () => {
    const others = assets.filter(({ path }) => !path.includes("payments"));
    expect(() => findPaymentsScript(others, key)).toThrow("the payments script is missing");
    expect(findPaymentsScript(others, undefined)).toBeUndefined();
  });
});
