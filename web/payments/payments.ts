import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { paymentsScriptId } from "./payments-script.ts";

const maxAttempts = 3;
/** How long we wait for a busy page to become idle, in ms. */
const idleTimeoutMs = 5_000;

let client: Promise<Stripe | null> | undefined;
let attempts = 0;

/**
 * The page's only payment client; null if it is not available, because the notice works without it. It starts once the
 * page has been shown. After a failure, the next few calls try again.
 */
export function paymentClient(): Promise<Stripe | null> {
  client ??= start().catch(() => {
    attempts += 1;
    if (attempts < maxAttempts) client = undefined;
    return null;
  });
  return client;
}

async function start(): Promise<Stripe | null> {
  const key = document.getElementById(paymentsScriptId)?.dataset.key;
  if (!key) return null;
  await shown();
  addEventListener("error", keepToItself);
  return loadStripe(key);
}

/** Resolves once the page has loaded, been painted and become idle; a hidden page waits until it is shown. */
async function shown(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  // The second frame begins once the first one has been painted.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await new Promise<unknown>((resolve) => {
    // Safari does not say when it is idle.
    if (!window.requestIdleCallback) setTimeout(resolve);
    else requestIdleCallback(resolve, { timeout: idleTimeoutMs });
  });
}

/**
 * An error in a script from another origin arrives without its source, so it is not ours and not the page's.
 * @see https://html.spec.whatwg.org/multipage/webappapis.html#muted-errors
 */
function keepToItself(event: ErrorEvent): void {
  if (!event.filename) event.preventDefault();
}

void paymentClient();
