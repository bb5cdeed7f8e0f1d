import type { Page } from "playwright-core";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { EditorHere } from "../service/editor-here.ts";
import { type EditorPage, openSignedIn, publishElsewhere } from "./editor-page.ts";

const titles = {
  ...{ de: "Wir ziehen um", fr: "Nous déménageons", es: "Nos mudamos", nl: "We verhuizen" },
  ...{ "pt-BR": "Estamos de mudança", "zh-Hans": "我们正在搬家", ja: "移転します", ar: "ننتقل" },
};

/** A notice in so many languages besides its own, whose return has passed long ago. */
export function noticeIn(count: number): Partial<Notice> {
  const translations = Object.entries(titles)
    .slice(0, count)
    .map(([tag, title]) => [tag, { title }]);
  return {
    title: "We are moving",
    language: "en",
    expectedReturn: "2020-01-01T00:00:00Z",
    ...(count > 0 && { translations: Object.fromEntries(translations) }),
  };
}

/** Publishes such a notice, and opens the page of an editor. */
export async function openWithLanguages(
  editor: EditorHere,
  count: number,
  options = {},
): Promise<EditorPage> {
  await publishElsewhere(editor, noticeIn(count));
  return openSignedIn(editor, options);
}

/** The tabs of the languages that are cut off, or out of sight. */
export const cutTabs = (page: Page): Promise<(string | null)[]> =>
  page.locator(".languages [role=tab]").evaluateAll((tabs) =>
    tabs
      .filter((tab) => {
        const row = tab.closest(".languages")?.getBoundingClientRect() ?? new DOMRect();
        const { left, right, top, bottom } = tab.getBoundingClientRect();
        const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left < row.left || right > row.right || !(middle && tab.contains(middle));
      })
      .map(({ textContent }) => textContent),
  );
