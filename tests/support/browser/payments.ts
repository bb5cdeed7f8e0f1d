import type { BrowserContext, Route } from "playwright-core";
import { openPage } from "./browser.ts";
import { quickTime } from "./page-time.ts";

export const key = "pk_test_51Backsoon";
/** The settings of a service with payments, whose page polls each second and returns at once. */
export const on = { STRIPE_PUBLISHABLE_KEY: key, POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0" };
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

/** Opens a page with payments, for which `answer` is the provider and `own` our server of the payments' script. */
export async function openPaying(
  url: string,
  answer: ProviderAnswer,
  { before = "", own }: { before?: string; own?: ProviderAnswer } = {},
) {
  const asked: string[] = [];
  const prepare = async (context: BrowserContext) => {
    if (own) await context.route("**/assets/backsoon-payments-*", own);
    await context.route(/^https:/, (route) => {
      asked.push(route.request().url());
      return answer(route);
    });
    await context.addInitScript(`
      ${quickTime}
      window.faults = [];
      addEventListener("unhandledrejection", ({ reason }) => faults.push("rejected: " + reason));
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        faults.push(violatedDirective + " forbids " + blockedURI));
      ${before}
    `);
  };
  const opened = await openPage(url, { prepare, until: own ? "domcontentloaded" : "load" });
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
