import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

/** Tells each time that a page, which polls once an hour, begins to wait for its next poll. */
const tellsWaits = `{
  const { setTimeout: wait } = window;
  window.setTimeout = (work, ms, ...rest) => {
    const timer = wait(work, ms, ...rest);
    if (ms > 1_000_000) {
      window.hasWaited = true;
      dispatchEvent(new Event("waits"));
    }
    return timer;
  };
}`;

/** Gives a page a clock that goes on by itself, and that the test can move. */
export const withClock = {
  async prepare(context: BrowserContext): Promise<void> {
    await context.clock.install();
    await context.addInitScript(tellsWaits);
  },
};

/** Lets the time of a page with a clock pass, with everything that is due in it. */
export async function pass(page: Page, ms: number): Promise<void> {
  const now = () => page.evaluate(() => Date.now());
  const before = await now();
  await page.clock.runFor(ms);
  // While a page is being left, its clock may not move.
  expect((await now()) - before).toBeGreaterThanOrEqual(ms);
}

/** The time-out of a reply, in ms. No script shortens it: a busy machine must not look like a service that hangs. */
export const replyTimeoutMs = 10_000;

/** Replaces the wait before React loads, which is 3 to 8 seconds, and doubles after each failure. */
const insteadOfWaiting = (act: string): string => `{
  const { setTimeout: wait } = window;
  let least = 3_000;
  window.setTimeout = (work, ms, ...rest) => {
    const isForReact = ms >= least && ms < least + 5_000 && ms !== ${replyTimeoutMs};
    if (!isForReact) return wait(work, ms, ...rest);
    ${act};
  };
}`;

export const withReact = insteadOfWaiting("least = Infinity; queueMicrotask(work)");
/** Makes a page load React when the test calls the page's `comes`. */
export const withReactByHand = insteadOfWaiting("least *= 2; window.comes = work");

/** Makes a page wait a twentieth of its time. */
export const quickTime = `{
  const { setTimeout: wait, setInterval: repeat } = window;
  window.setTimeout = (work, ms = 0, ...rest) => wait(work, ms === ${replyTimeoutMs} ? ms : ms / 20, ...rest);
  window.setInterval = (work, ms, ...rest) => repeat(work, ms / 20, ...rest);
}`;

/** Stops each animation at its start, because a busy machine might look only when it has ended. */
export const stoppedAnimations = `addEventListener("animationstart", () => {
  for (const animation of document.getAnimations()) animation.pause();
}, true);`;
