import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

/** A script with which a page counts how often it has planned its next poll, where that is half a minute away or more. */
const countingPlans = `{
  window.plans = 0;
  const { setTimeout: wait } = window;
  window.setTimeout = (work, ms, ...rest) => {
    const timer = wait(work, ms, ...rest);
    if (ms > 30_000) {
      window.plans += 1;
      dispatchEvent(new Event("planned"));
    }
    return timer;
  };
}`;

/** Gives a page a clock that goes on by itself, and that its test can move. */
export const withClock = {
  async prepare(context: BrowserContext): Promise<void> {
    await context.clock.install();
    await context.addInitScript(countingPlans);
  },
};

/** How often a page with a clock has planned its next poll, which it does when all has come of one that it will make. */
export const plans = (page: Page): Promise<number> => page.evaluate(() => Object(window).plans);

/** Lets the time of a page with a clock pass, with everything that is due in it. */
export async function pass(page: Page, ms: number): Promise<void> {
  const now = () => page.evaluate(() => Date.now());
  const before = await now();
  await page.clock.runFor(ms);
  // While a page is being left, its clock may be left alone without a word.
  expect((await now()) - before).toBeGreaterThanOrEqual(ms);
}

/** How long a page may let an answer take, in ms; a script that lets time pass quickly leaves these as they are. */
export const answerTimesMs = [10_000];

/**
 * Does something else with the work that loads React than the page, which waits 3 to 8 seconds first, and at least twice
 * as long each time that it has failed.
 */
const insteadOfWaiting = (act: string): string => `{
  const { setTimeout: wait } = window;
  let least = 3_000;
  window.setTimeout = (work, ms, ...rest) => {
    const isForReact = ms >= least && ms < least + 5_000 && ![${answerTimesMs}].includes(ms);
    if (!isForReact) return wait(work, ms, ...rest);
    ${act};
  };
}`;

/** A script with which a page loads React at once. */
export const withReact = insteadOfWaiting("least = Infinity; queueMicrotask(work)");
/** A script with which a page loads React when its `comes` is called. */
export const withReactByHand = insteadOfWaiting("least *= 2; window.comes = work");

/**
 * A script with which a page waits a twentieth of what it means to. An answer still has its whole time: a busy machine
 * must not look like a service that hangs.
 */
export const quickTime = `{
  const timeOuts = [${answerTimesMs}];
  const { setTimeout: wait, setInterval: repeat } = window;
  window.setTimeout = (work, ms = 0, ...rest) => wait(work, timeOuts.includes(ms) ? ms : ms / 20, ...rest);
  window.setInterval = (work, ms, ...rest) => repeat(work, ms / 20, ...rest);
}`;

/**
 * A script with which animations stop as soon as they have begun: a busy machine might look at them only once they are
 * over, and then there are none.
 */
export const stoppedAnimations = `addEventListener("animationstart", () => {
  for (const animation of document.getAnimations()) animation.pause();
}, true);`;
