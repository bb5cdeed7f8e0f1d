import type { Route } from "playwright-core";
import { quickTime } from "./page-time.ts";
import { waiting } from "./waiting.ts";

export const key = "pk_test_51Backsoon";
export const script = "https://js.stripe.com/basil/stripe.js";

/** As much of the provider's script as the library needs. It records what it was given. */
const provider = `
  window.started = [];
  window.Stripe = (key) => {
    const client = { key, _registerWrapper: (wrapper) => { client.wrapper = wrapper } };
    started.push(client);
    return client;
  };
  window.Stripe.version = "basil";
`;
export type ProviderAnswer = (route: Route) => unknown;
export const withProvider: ProviderAnswer = (route) =>
  route.fulfill({ contentType: "text/javascript", body: provider });

/** The provider, our own server of the payments' script, and what runs before the page's scripts. */
type Paying = { answer?: ProviderAnswer; own?: ProviderAnswer; before?: string };
/** Opens a page with payments. */
export async function openPaying({ answer = withProvider, own, before = "" }: Paying = {}) {
  const asked: string[] = [];
  const opened = await waiting("/", {
    settings: { STRIPE_PUBLISHABLE_KEY: key },
    until: own ? "domcontentloaded" : "load",
    async prepare(context) {
      if (own) await context.route("**/assets/backsoon-payments-*", own);
      await context.route(/^https:/, (route) => {
        asked.push(route.request().url());
        return answer(route);
      });
    },
    script: `
      ${quickTime}
      window.faults = [];
      addEventListener("unhandledrejection", ({ reason }) => faults.push("rejected: " + reason));
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        faults.push(violatedDirective + " forbids " + blockedURI));
      ${before}
    `,
  });
  const { page } = opened;
  return {
    ...opened,
    asked,
    /** What the console said, except for Chromium's own reports of files that it cannot load. */
    unexpected: () => opened.unexpected().filter((text) => !text.startsWith("Failed to load ")),
    /** What went wrong in the page without a word on the console. */
    faults: () => page.evaluate(() => Object(window).faults as string[]),
    /** The clients that the provider's script has started. */
    started: () => page.evaluate(() => (Object(window).started ?? []) as { key: string }[]),
    /** The parent and the URL of each script in the page that is not ours. */
    providerScripts: () =>
      page
        .locator("script:not([src^='/'])[src]")
        .evaluateAll((all) => all.map((it) => [it.parentElement?.tagName, it.getAttribute("src")])),
    /** Asks the page's own script for the client, several times at once. Tells which of the answers are clients. */
    askForClient: (times: number) =>
      page.evaluate<{ all: boolean[]; different: number }>(`(async () => {
        const { paymentClient } = await import(document.getElementById("payments").src);
        const clients = await Promise.all(Array.from({ length: ${times} }, () => paymentClient()));
        return { all: clients.map((client) => client !== null), different: new Set(clients).size };
      })()`),
  };
}
