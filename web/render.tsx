import { renderToString } from "react-dom/server";
import { escapeUnits } from "../schema/text/text.ts";
import type { PageBrand } from "./brand.tsx";
import type { LiveOptions, PageData } from "./live/page-data.ts";
import { NoticePage } from "./page/notice-page.tsx";
import type { NoticeView } from "./page/notice-view.ts";
import { type PaymentsScript, paymentsElement } from "./payments/payments-script.ts";
import type { PreviewOptions } from "./preview/preview-options.ts";

export type { PageBrand } from "./brand.tsx";
export type { LiveOptions } from "./live/page-data.ts";
export type { Locale, Sent } from "./locales/locale.ts";
export {
  localeOf,
  locales,
  scriptlessLocaleOf,
  sentLocaleOf,
  voiceOf,
} from "./locales/locales.ts";
export { formatTime } from "./page/date-and-clock.ts";
export { type NoticeView, viewOf } from "./page/notice-view.ts";
export type { PaymentsScript } from "./payments/payments-script.ts";

/** Renders a view as a whole HTML document. */
export type Renderer = (view: NoticeView) => string;

interface Additions {
  payments?: PaymentsScript | undefined;
  brand?: PageBrand | undefined;
}

/**
 * Makes the renderer of a built template, which has outlets such as `{{name}}`. `options` go to the page's script
 * beside the view.
 * @throws Error if the template has an unknown outlet
 */
export function createRenderer(
  template: string,
  options: LiveOptions | PreviewOptions,
  { payments, brand }: Additions = {},
): Renderer {
  const titleSuffix = brand?.titleSuffix;
  const [classic = ""] = classicScript.exec(template) ?? [];
  const outlets: Record<string, Renderer> = {
    lang: ({ locale }) => locale.tag,
    dir: ({ locale }) => locale.direction,
    titleLang: ({ langs, locale }) => langs.title ?? locale.tag,
    title: ({ title }) => escapeText(title + (titleSuffix ?? "")),
    page: (view) => renderToString(<NoticePage view={view} />),
    data: (view) => {
      const stays = view.locale.sent !== undefined && { returnSpreadSeconds: undefined };
      return escapeData({ view, ...options, ...stays, ...(titleSuffix !== undefined && { titleSuffix }) });
    },
    classic: ({ locale }) => (locale.sent ? "" : classic),
    payments: () => (payments ? paymentsElement(payments) : ""),
    icon: () => brand?.icon ?? "",
    styles: () => (brand ? `<style>${brand.styles}</style>` : ""),
    header: () => brand?.header ?? "",
    footer: ({ locale }) => brand?.footers.get(locale.tag) ?? "",
  };
  const parts = withOutlets(template, brand?.icon !== undefined)
    .split(/\{\{(\w+)\}\}/)
    .map((part, index): string | Renderer => {
      if (index % 2 === 0) return part;
      const outlet = outlets[part];
      if (!outlet) throw new Error(`The template has an unknown outlet: ${part}`);
      return outlet;
    });
  return (view) => parts.map((part) => (typeof part === "string" ? part : part(view))).join("");
}

/** The script that loads the app in browsers without modules. It has no place on the page of a write. */
const classicScript = /\s*<script nomodule>.*?<\/script>/s;

function withOutlets(template: string, hasIcon: boolean): string {
  const styled = template.replace("</head>", "{{styles}}</head>").replace(classicScript, "{{classic}}");
  return hasIcon ? styled.replace(/<link rel="icon"[^>]*>/, "{{icon}}") : styled;
}

/** A minimal page, if the page cannot be rendered. */
export function renderBare({ locale, title, message, langs }: NoticeView, brand?: PageBrand): string {
  const element = (name: string, text: string, lang = locale.tag) =>
    `<${name} lang="${lang}" dir="auto">${escapeText(text)}</${name}>`;
  return (
    `<!doctype html><html lang="${locale.tag}" dir="${locale.direction}"><meta charset="utf-8">` +
    `${element("title", title + (brand?.titleSuffix ?? ""), langs.title)}` +
    `${brand ? element("p", brand.name, "") : ""}${element("h1", title, langs.title)}` +
    `${locale.sent ? element("p", locale.sent) : ""}${element("p", message, langs.message)}</html>`
  );
}

export function escapeText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

/** JSON in which nothing can end or change the HTML script element around it. */
function escapeData(data: Pick<PageData, "view" | "titleSuffix">): string {
  // Only the server writes a time in one line.
  const inBrowser = (key: string, value: unknown) => (key === "pattern" ? undefined : value);
  return escapeUnits(JSON.stringify(data, inBrowser), /[<>&\u2028\u2029]/g);
}
