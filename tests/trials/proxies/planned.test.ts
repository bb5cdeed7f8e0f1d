import { describe, expect, inject, it, vi } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { recipes, startByRecipe } from "../../support/network/recipes.ts";
import { turn } from "../../support/network/switch.ts";
import { startService } from "../../support/service/service.ts";
import { crowd } from "./support/clients.ts";
import { overTls } from "./support/over-tls.ts";
import { type Asked, roundTimeout, startPlannedCrowd } from "./support/planned-crowd.ts";
import { type SlowApp, startSlowApp } from "./support/slow-app.ts";

declare module "vitest" {
  interface ProvidedContext {
    plannedRounds?: number;
  }
}

/** How many times the notice is shown on purpose. */
const rounds = inject("plannedRounds") ?? 3;

/** When each period of the notice had begun, and when it was to end, in ms. */
interface Shown {
  from: number;
  /** When everybody who had asked before it had a reply. */
  drained: number;
  until: number;
  /** How many requests the app was answering when the switch was turned. */
  underWay: number;
}

/** What must not be, and how many times it was; with it how many there were at all, and how long the longest took. */
function judge(asked: Asked[], app: SlowApp, shown: Shown[]) {
  const count = (is: (each: Asked) => boolean): number => asked.filter(is).length;
  const whole = asked.filter(({ began, ended }) => began === ended && Number.isInteger(began));
  const isNotices = (period: number): boolean => period % 2 === 1;
  const errors: Record<string, number> = {};
  for (const { kind, outcome } of asked)
    if (outcome !== "app" && outcome !== "notice")
      errors[`${kind}: ${outcome}`] = (errors[`${kind}: ${outcome}`] ?? 0) + 1;
  const longestMs = Math.max(...asked.map(({ outcome, ms = 0 }) => (outcome === "app" ? ms : 0)));
  const afterOn = shown.flatMap(({ from, until }) =>
    app.written.filter(({ at }) => at >= from && at < until).map(({ at }) => at - from),
  );
  const wrong = {
    errors,
    cutByTheProxy: app.cut.length,
    noticesForWhatTheAppHadBegun: count(({ id, outcome }) => outcome === "notice" && app.begun.has(id)),
    askedAndBegunWhileOn: whole.filter(({ id, began }) => isNotices(began) && app.begun.has(id)).length,
    noticesWhileOff: whole.filter(({ began, outcome }) => !isNotices(began) && outcome === "notice").length,
    writesAfterADrain: shown.flatMap(({ drained, until }) =>
      app.written.filter(({ at }) => at >= drained && at < until),
    ).length,
  };
  const figures = {
    app: count(({ outcome }) => outcome === "app"),
    notice: count(({ outcome }) => outcome === "notice"),
    underWayAtOn: shown.reduce((sum, { underWay }) => sum + underWay, 0),
    written: app.written.length,
    writtenAfterOn: afterOn.length,
    lastWriteAfterOnMs: Math.max(0, ...afterOn),
    longestMs,
  };
  return { wrong, figures };
}

const nothing = {
  errors: {},
  cutByTheProxy: 0,
  noticesForWhatTheAppHadBegun: 0,
  askedAndBegunWhileOn: 0,
  noticesWhileOff: 0,
  writesAfterADrain: 0,
};

/** How long a round may take on a machine that has much else to do, in ms. */
const roundMs = 300_000;

describe.each(recipes)("behind %s by the recipe %s", (...recipe) => {
  const timeout = (1 + rounds) * roundMs;

  it(`the notice on purpose, ${rounds} times, loses nothing of two hundred visitors`, { timeout }, async ({
    annotate,
  }) => {
    const [proxy] = recipe;
    const app = await startSlowApp();
    const service = await startService();
    const flags = temporaryFolder();
    const edit = await overTls(proxy);
    const url = await startByRecipe(recipe, {
      app: app.port,
      services: [service.url],
      flags,
      edit,
      protocol: "https",
    });
    const visitors = await startPlannedCrowd(url);
    const shown: Shown[] = [];

    for (let round = 0; round < rounds; round += 1) {
      await visitors.hasReplies(1);
      // Somebody of each kind is in the middle of it.
      const kinds = Object.keys(crowd).filter((kind) => kind !== "new websocket");
      await vi.waitFor(
        () => expect(kinds.filter((kind) => app.underWay(kind) === 0)).toEqual([]),
        roundTimeout,
      );
      visitors.turn("switching");
      const from = Date.now();
      const underWay = app.underWay();
      await turn(recipe, flags, "on");
      visitors.turn("switched");
      await visitors.earlierHaveEnded();
      const drained = Date.now();
      await visitors.hasReplies(2);
      await expect.poll(() => app.underWay(), roundTimeout).toBe(0);
      shown.push({ from, drained, until: Date.now(), underWay });
      visitors.turn("switching");
      await turn(recipe, flags, "off");
      visitors.turn("switched");
    }
    await visitors.hasReplies(1);
    await visitors.leaves();
    const { wrong, figures } = judge(visitors.asked, app, shown);
    await annotate(JSON.stringify(figures));
    expect({ ...wrong, cutWebsockets: visitors.cutWebsockets() }).toEqual({ ...nothing, cutWebsockets: 0 });
  });
});
