import { dayFirstOf } from "../../../schema/languages/day-first.ts";
import { lookUpTag } from "../../../schema/languages/look-up.ts";
import { phaseOf } from "../../../schema/notice/phase.ts";
import { momentOf } from "../../../schema/preview/moment.ts";
import type { PreviewRequest } from "../../../schema/preview/preview-request.ts";
import { createRenderer, localeOf, type PageBrand, viewOf } from "../../../web/render.tsx";

/** The page of a draft as HTML; `present` is the time in ms since the epoch. */
export type PreviewRenderer = (request: PreviewRequest, present: number) => string;

/** Renders drafts by the renderer of visitors' pages, into the built page of the preview. */
export function createPreviewRenderer(template: string, brand: PageBrand | undefined): PreviewRenderer {
  return (request, present) => {
    const { notice, language, phase, scheme, timeZone } = request;
    const now = momentOf(request, present);
    const locale =
      language === undefined ? localeOf(language) : localeOf(lookUpTag(language), dayFirstOf(language));
    const render = createRenderer(
      template,
      {
        now,
        isBack: phase === "back",
        languages: language === undefined ? [] : [language],
        ...(scheme && { scheme }),
        ...(timeZone !== undefined && { timeZone }),
      },
      { brand },
    );
    // A draft has no number yet.
    return render(viewOf(notice, { number: 0 }, locale, phaseOf(notice, now)));
  };
}
