import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { findPaymentsScript } from "../../api/visitor/pages.ts";
import { forPage } from "../support/network/http.ts";
import { createTestApp, pagesWith } from "../support/service/app.ts";

const { template, assets } = readBuild("dist/web");
const key = "pk_test_51Backsoon";

async function answers(paymentKey?: string) {
  const pages = pagesWith({ payments: findPaymentsScript(assets, paymentKey) });
  return (await createTestApp({}, { pages })).ask;
}

function policy(scripts: string, connections: string, frames: string): string {
  const hashOf = (name: string, attribute = "") => {
    const [, text = ""] = new RegExp(`<${name}${attribute}>(.*?)</${name}>`, "s").exec(template) ?? [];
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  return (
    `default-src 'none'; script-src 'self' ${hashOf("script")} ${hashOf("script", " nomodule")}${scripts}; style-src ${hashOf("style")}; img-src data:; ` +
    `connect-src 'self'${connections};${frames} base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  );
}

describe("Payments", () => {
  const hosts = "https://js.stripe.com https://*.js.stripe.com";

  it.each([
    [
      "open the policy only for the hosts of their provider",
      key,
      policy(` ${hosts}`, " https://api.stripe.com", ` frame-src ${hosts} https://hooks.stripe.com;`),
    ],
    ["leave the policy strict while they are off", undefined, policy("", "", "")],
  ])("%s", async (_name, paymentKey, expected) => {
    const { headers } = await (await answers(paymentKey))({ headers: forPage });
    expect(headers["content-security-policy"]).toBe(expected);
  });

  it("add one element to the page, and nothing to other formats", async () => {
    const [on, off] = [await answers(key), await answers()];
    const bodies = async (accept: string) => [
      (await on({ headers: { accept } })).body,
      (await off({ headers: { accept } })).body,
    ];
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
