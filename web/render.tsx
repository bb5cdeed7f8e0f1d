import { renderToString } from "react-dom/server";
import { escapeUnits } from "../schema/text/printable.ts";
import type { LiveOptions } from "./live/live-options.ts";
import type { PageData } from "./live/page-data.ts";
import { NoticePage } from "./page/notice-page.tsx";
import type { NoticeView } from "./page/notice-view.ts";
import { type PaymentsScript, paymentsElement } from "./payments/payments-script.ts";

export type { LiveOptions } from "./live/live-options.ts";
export type { Locale } from "./locales/locale.ts";
export { locales } from "./locales/locales.ts";
export { type NoticeView, type Phase, phaseOf, viewOf } from "./page/notice-view.ts";
export type { PaymentsScript } from "./payments/payments-script.ts";

/** Renders a view as a whole HTML document. */
export type Renderer = (view: NoticeView) => string;

/**
 * The renderer for a built template, whose outlets are written `{{name}}`.
 * @throws Error for a template with an outlet that does not exist
 */
export function createRenderer(template: string, live: LiveOptions, payments?: PaymentsScript): Renderer {
  const outlets: Record<string, Renderer> = {
    lang: ({ locale }) => locale.tag,
    dir: ({ locale }) => locale.direction,
    title: ({ title }) => escapeText(title),
    page: (view) => renderToString(<NoticePage view={view} />),
    data: (view) => escapeData({ view, ...live }),
    payments: () => (payments ? paymentsElement(payments) : ""),
  };
  const parts = template.split(/\{\{(\w+)\}\}/).map((part, index): string | Renderer => {
    if (index % 2 === 0) return part;
    const outlet = outlets[part];
    if (!outlet) throw new Error(`The template has an unknown outlet: ${part}`);
    return outlet;
  });
  return (view) => parts.map((part) => (typeof part === "string" ? part : part(view))).join("");
}

/** The least that still informs a visitor, for when the page cannot be rendered. */
export const renderBare: Renderer = ({ locale, title, message }) =>
  `<!doctype html><html lang="${locale.tag}" dir="${locale.direction}"><meta charset="utf-8">` +
  `<title>${escapeText(title)}</title><h1>${escapeText(title)}</h1><p>${escapeText(message)}</p></html>`;

function escapeText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

/** JSON in which nothing can end or change the HTML script element around it. */
function escapeData(data: PageData): string {
  return escapeUnits(JSON.stringify(data), /[<>&\u2028\u2029]/g);
}
