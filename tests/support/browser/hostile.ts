import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import type { NoticeStore } from "../../../data/store.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { hostileNotices } from "../texts/hostile-texts.ts";
import { draftWith } from "../texts/notices.ts";

/** Counts what a payload calls when it runs. */
export const canary = `
  globalThis.__pwned = 0;
  for (const name of ["alert", "confirm", "prompt", "print", "open", "msgbox"])
    globalThis[name] = () => void (globalThis.__pwned += 1);
`;

export type Texts = Pick<Notice, "title" | "message" | "expectedReturn">;
export const plain = { title: "Plain", message: "plain", expectedReturn: "plain" };

/** The three texts of the page for each hostile text, which is in every field that accepts it. */
export const hostile = (texts: string[]): Texts[] =>
  hostileNotices(texts).map(({ contactEmail: _, ...notice }) => ({ ...plain, ...notice }));

export async function startWithStore<S extends { database: string }>(
  start: (settings: Record<string, string>) => Promise<S>,
): Promise<{ service: S; store: NoticeStore }> {
  const service = await start({ LOG_LEVEL: "trace", POLL_SECONDS: "3600" });
  const store = await sqliteBackend(service.database).open();
  onTestFinished(() => store.close());
  await store.append(draftWith(plain));
  return { service, store };
}

/** What the page shows for these texts. `document.title` joins spaces, and has none at its ends. */
export function shownFor(texts: Texts): object {
  return { ...texts, documentTitle: texts.title.replace(/ +/g, " ").replace(/^ | $/g, "") };
}

/** What the page shows when it is hydrated and has the expected texts. `pwned` counts the payloads that ran. */
export function look(page: Page, expected: Texts, polls?: "polls"): Promise<object> {
  return page.evaluate(
    async ([expected, polls]) => {
      if (polls) dispatchEvent(new Event("online"));
      const text = (selector: string) => document.querySelector(selector)?.textContent;
      const shown = () => ({
        title: text("h1"),
        message: text(".message"),
        expectedReturn: text(".expected-return .time"),
      });
      // Nobody can scroll to what is cut off on the left.
      const cutOff = (selector: string) => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(selector) as Element);
        const sides = [...range.getClientRects()].flatMap(({ left, right }) => [-left, right - innerWidth]);
        return Math.max(0, ...sides.map(Math.round));
      };
      const isHydrated = () =>
        Object.keys(document.getElementById("page") ?? {}).some((key) => /^__react/.test(key));
      const deadline = performance.now() + 20_000;
      const isDue = () => isHydrated() && JSON.stringify(shown()) === JSON.stringify(expected);
      while (!isDue() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve));
      return {
        ...shown(),
        documentTitle: document.title,
        // Some elements exist only after a change.
        elements: document.querySelectorAll("*:not(.updated, .announcement *, h1 a, .message a)").length,
        pixelsTooWide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        pixelsCutOff: Math.max(...["h1", ".message", ".expected-return .time"].map(cutOff)),
        pwned: Reflect.get(globalThis, "__pwned"),
      };
    },
    [expected, polls] as const,
  );
}
