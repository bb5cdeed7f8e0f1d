import type { BrowserContext, Page, Route } from "playwright-core";
import { expect } from "vitest";
import { notice } from "../command/command.ts";
import type { ServiceHere } from "../service/service-here.ts";
import { launchBrowser, type OpenPage, still } from "./browser.ts";
import { quickTime } from "./page-time.ts";

const open = launchBrowser(still);
/** The key for the public with which payments are on. */
export const key = "pk_test_51Backsoon";
/** The settings of a service with payments, whose page polls each second and returns at once. */
export const on = { STRIPE_PUBLISHABLE_KEY: key, POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0" };
/** The provider's script. */
export const script = "https://js.stripe.com/basil/stripe.js";

/** As much of the provider's script as the library asks for; it records what it was given. */
const provider = `
  window.started = [];
  window.Stripe = (key) => {
    const client = { key, _registerWrapper: (wrapper) => { client.wrapper = wrapper } };
    started.push(client);
    return client;
  };
  window.Stripe.version = "basil";
`;
/** Answers a request of the browser's. */
export type ProviderAnswer = (route: Route) => unknown;
/** Answers with the script of a provider that works. */
export const withProvider: ProviderAnswer = (route) =>
  route.fulfill({ contentType: "text/javascript", body: provider });

/** A page with payments that is open. */
export interface PayingPage extends OpenPage {
  /** The URLs that the provider was asked for. */
  asked: string[];
  /** What went wrong in the page without a word on the console. */
  faults(): Promise<string[]>;
}

interface VisitOptions {
  /** Runs before the page's own scripts. */
  before?: string;
  /** Answers for our own script of the payments. */
  own?: ProviderAnswer;
}

/** Opens a page in a world where `answer` is the provider. */
export async function openPaying(
  url: string,
  answer: ProviderAnswer,
  { before = "", own }: VisitOptions = {},
): Promise<PayingPage> {
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
  const opened = await open(url, {}, undefined, { prepare, until: own ? "domcontentloaded" : "load" });
  // Chromium itself reports what it cannot load.
  const unexpected = () => opened.unexpected().filter((text) => !text.startsWith("Failed to load "));
  const faults = () => opened.page.evaluate(() => Object(window).faults as string[]);
  return { ...opened, asked, unexpected, faults };
}

/** Gives the notice another title. */
export const set = async ({ env }: ServiceHere, title: string) =>
  expect((await notice(env, ["set", "--title", title])).code).toBe(0);

/** The clients that the provider has started. */
export const started = (page: Page) =>
  page.evaluate(() => (Object(window).started ?? []) as { key: string }[]);

/** The parent and the URL of each script in the page that is not ours. */
export const providerScripts = (page: Page) =>
  page
    .locator("script:not([src^='/'])[src]")
    .evaluateAll((scripts) =>
      scripts.map((element) => [element.parentElement?.tagName, element.getAttribute("src")]),
    );

/** Asks the page's own script for the client, so many times at once; says which of the answers are clients. */
export const askForClient = (page: Page, times: number) =>
  page.evaluate<{ all: boolean[]; different: number }>(`(async () => {
    const { paymentClient } = await import(document.getElementById("payments").src);
    const clients = await Promise.all(Array.from({ length: ${times} }, () => paymentClient()));
    return { all: clients.map((client) => client !== null), different: new Set(clients).size };
  })()`);
