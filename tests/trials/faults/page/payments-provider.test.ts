import { describe, expect, it } from "vitest";
import { openPaying, type ProviderAnswer, script } from "../../../support/browser/payments.ts";
import { healthyApp } from "../../../support/network/front.ts";

const scriptOf =
  (body: string): ProviderAnswer =>
  (route) =>
    route.fulfill({ contentType: "text/javascript", body });
const page: ProviderAnswer = (route) => route.fulfill({ contentType: "text/html", body: "<h1>Log in</h1>" });

describe("The page with a payments provider that", () => {
  it.each<[string, ProviderAnswer]>([
    ["is blocked", (route) => route.abort("blockedbyclient")],
    ["never answers", () => {}],
    ["hangs up", (route) => route.abort("connectionreset")],
    ["answers 500", (route) => route.fulfill({ status: 500, body: "oops" })],
    ["answers with a page", page],
    ["answers garbage", scriptOf("}{")],
    ["throws", scriptOf("setTimeout(() => { throw new Error('late') }); throw new Error('oops')")],
    ["answers with an empty script", scriptOf("")],
    ["rejects the key", scriptOf("Stripe = () => { throw Error('wrong key') }; Stripe.version = 'basil'")],
  ])("%s still shows changes, and asks the provider three times at most", async (name, answer) => {
    const opened = await openPaying({ answer });
    const { page, asked, askForClient } = opened;
    await expect.poll(() => asked).toEqual([script]);
    await opened.set("--title", "Still alive");
    await expect.poll(() => page.title()).toBe("Still alive");
    if (name !== "never answers")
      for (let call = 0; call < 10; call += 1)
        expect(await askForClient(3)).toEqual({ all: [false, false, false], different: 1 });
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(await opened.providerScripts()).toEqual([["HEAD", script]]);
    expect([opened.unexpected(), await opened.faults()]).toEqual([[], []]);
  });

  it("never answers returns to the app", async () => {
    const { page, asked, unexpected, front } = await openPaying({ answer: () => {} });
    await expect.poll(() => asked).toHaveLength(1);
    front.answerWith(healthyApp);
    await expect.poll(() => page.title()).toBe("The app");
    expect(unexpected()).toEqual([]);
  });
});

it.each<[string, ProviderAnswer]>([
  ["is answered by the app", page],
  ["is not found", (route) => route.fulfill({ status: 404, body: "" })],
  ["never comes", () => {}],
])("The page still shows changes if its own script for payments %s", async (_name, own) => {
  const { page, asked, faults, unexpected, set } = await openPaying({ own });
  await set("--title", "Still alive");
  await expect.poll(() => page.title()).toBe("Still alive");
  expect([asked, unexpected(), await faults()]).toEqual([[], [], []]);
});
