import type { Revision } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { type Phase, phaseOf } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { marker, problemType } from "../../schema/notice/protocol.ts";
import {
  createRenderer,
  escapeText,
  formatTime,
  type LiveOptions,
  localeOf,
  type NoticeView,
  type PageBrand,
  type PaymentsScript,
  type Renderer,
  renderBare,
  sentLocaleOf,
  viewOf,
} from "../../web/render.tsx";
import type { Asset } from "../http/assets.ts";
import { compress, compressHard } from "../http/compress.ts";
import { documentVersion } from "../http/document-version.ts";
import { scriptSources, styleSources } from "../http/policy-sources.ts";
import { flat, type RawHeaders } from "../http/reply.ts";
import { contentLanguage, type Format, getOrMake, type Variant } from "./negotiate.ts";
import { type Page, type Pages, pageHead, pageHeaders } from "./visitor-reply.ts";

interface RenderedRevision {
  revision: Revision;
  phase: Phase;
  texts: Map<string, Buffer>;
  pages: Map<Variant, Page>;
}

/** How long a page must be in use before it is compressed harder, in ms. */
const settledMs = 1000;

interface PagesOptions extends TextsOptions {
  /** The origins, besides the app's, whose pages may show the notice in a frame. */
  frameOrigins?: string[];
}

/** Renders and compresses every variant of the notice once for each revision and phase. */
export function createPages(options: PagesOptions): Pages {
  const { template, payments, brand, frameOrigins } = options;
  const makeText = createTexts(options);
  const policy = contentSecurityPolicy(template, payments !== undefined, brand?.styles, frameOrigins);
  let rendered: RenderedRevision | undefined;

  const makePage = (made: RenderedRevision, variant: Variant): Page => {
    const { format, language, formatting, encoding, sent } = variant;
    const { revision, phase, texts, pages } = made;
    const text = getOrMake(texts, `${format} ${language} ${formatting} ${sent}`, () =>
      makeText(revision, variant, phase),
    );
    const pageOf = (body: Buffer): Page => {
      const headers = headersOf(revision, variant, policy, body);
      return { headers, head: pageHead(503, headers, ""), body };
    };
    if (encoding === "br") {
      const replace = async () => void pages.set(variant, pageOf(await compressHard(text)));
      // If that fails, for example without memory, the page in use stays.
      setTimeout(() => rendered === made && void replace().catch(() => {}), settledMs).unref();
    }
    return pageOf(compress(text, encoding));
  };

  return {
    page(revision, variant, now) {
      const phase = phaseOf(revision.notice, now);
      if (rendered?.revision !== revision || rendered.phase !== phase) {
        rendered = { revision, phase, texts: new Map(), pages: new Map() };
      }
      const shown = rendered;
      return getOrMake(shown.pages, variant, () => makePage(shown, variant));
    },
  };
}

function headersOf({ number, notice }: Revision, variant: Variant, policy: string, body: Buffer): RawHeaders {
  return flat({
    "Content-Type": contentTypes[variant.format],
    "Content-Language": contentLanguage(notice, localeOf(variant.language)),
    ...(variant.encoding !== "identity" && { "Content-Encoding": variant.encoding }),
    "Content-Length": body.length,
    ...(isDocument[variant.format] && { "Content-Security-Policy": policy }),
    ...pageHeaders,
    [marker]: number,
  });
}

export interface TextsOptions {
  template: string;
  live: LiveOptions;
  /** Absent while payments are off. */
  payments?: PaymentsScript | undefined;
  /** Absent without a brand. */
  brand?: PageBrand | undefined;
  /** Called when a page could not be rendered, and a plain one replaces it. */
  failed(error: unknown): void;
  render?: Renderer;
  /** Finds the texts of a language by its tag. Pages without a script have other sentences. */
  pageLocaleOf?: typeof localeOf;
}

type TextVariant = Omit<Variant, "encoding">;

/** Makes the text of a variant in a phase. */
export type MakeText = (revision: Revision, variant: TextVariant, phase: Phase) => Buffer;

/** Makes a function that renders the notice; it never throws. */
export function createTexts({
  brand,
  failed,
  render,
  pageLocaleOf = localeOf,
  ...page
}: TextsOptions): MakeText {
  const renderPage = render ?? createRenderer(page.template, page.live, { payments: page.payments, brand });
  return (revision, { format, language, formatting, sent }, phase) => {
    const { notice } = revision;
    const locale = sent
      ? sentLocaleOf(sent, language, formatting, brand?.texts)
      : pageLocaleOf(language, formatting, brand?.texts);
    const view = viewOf(notice, documentVersion(revision), locale, phase);
    try {
      return Buffer.from(format === "html" ? renderPage(view) : renderers[format](view, notice, brand?.name));
    } catch (error) {
      failed(error);
      return Buffer.from(renderBare(view, brand));
    }
  };
}

export const contentTypes: Record<Format, string> = {
  html: "text/html; charset=utf-8",
  json: "application/problem+json",
  text: "text/plain; charset=utf-8",
  xml: "application/problem+xml",
  fragment: "text/html; charset=utf-8",
};

/** Whether a browser shows the format as a document, which a Content-Security-Policy governs. */
const isDocument: Record<Format, boolean> = {
  html: true,
  json: false,
  text: false,
  xml: true,
  fragment: false,
};

export const renderers: Record<
  Exclude<Format, "html">,
  (view: NoticeView, notice: Notice, organization?: string) => string
> = {
  json: renderProblem,
  text: renderText,
  xml: renderProblemXml,
  fragment: renderFragment,
};

/**
 * The notice as a problem detail; missing members are undefined. `unsaved` means that the request was certainly lost:
 * `negotiate.ts` gives JSON and XML nothing in `sent` if that is unknown.
 */
function problemOf(view: NoticeView, notice: Notice, organization: string | undefined) {
  const { title, message, version, contactEmail, locale } = view;
  // A time stays as ops wrote it.
  const expectedReturn = view.expectedReturn?.dateTime ? notice.expectedReturn : view.expectedReturn?.text;
  return {
    type: problemType,
    title,
    status: 503,
    detail: [locale.sent, message].filter(Boolean).join("\n\n"),
    expectedReturn,
    contactEmail,
    organization,
    revision: version.number,
    unsaved: locale.sent && true,
  };
}

/** The notice as a problem detail. @see https://www.rfc-editor.org/rfc/rfc9457 */
function renderProblem(view: NoticeView, notice: Notice, organization?: string): string {
  return JSON.stringify(problemOf(view, notice, organization));
}

/** The notice as a problem detail in XML. @see https://www.rfc-editor.org/rfc/rfc9457#appendix-B */
function renderProblemXml(view: NoticeView, notice: Notice, organization?: string): string {
  const elements = Object.entries(problemOf(view, notice, organization))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  <${name}>${escapeXml(String(value))}</${name}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<problem xmlns="urn:ietf:rfc:7807">\n${elements.join("")}</problem>\n`;
}

/** Characters that XML 1.0 cannot contain, escaped or not. @see https://www.w3.org/TR/xml/#charsets */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeXml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(unwritable, "\ufffd");
}

/** A time in UTC, with ordinary spaces, which people can search for. Text by ops stays as it is. */
function asTyped(expected: Required<NoticeView>["expectedReturn"], locale: NoticeView["locale"]): string {
  if (expected.dateTime === undefined) return expected.text;
  return formatTime(new Date(expected.dateTime), locale, [], "UTC").replace(/\u00a0/g, " ");
}

function renderText(
  { title, message, expectedReturn, contactEmail, locale }: NoticeView,
  _notice: Notice,
  organization?: string,
): string {
  const { strings } = locale;
  const paragraphs = [
    organization,
    title,
    locale.sent,
    message,
    expectedReturn && `${strings.expectedReturn}: ${asTyped(expectedReturn, locale)}`,
    expectedReturn?.isOverdue && strings.overdue,
    `${strings.needHelp} ${contactEmail}`,
    strings.thanks,
  ];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

/** The title and the return as one paragraph, in which the texts by ops have their own language and direction. */
function renderFragment({ title, expectedReturn, langs, locale }: NoticeView): string {
  const own = (lang: string | undefined, text: string): string =>
    lang === undefined ? escapeText(text) : `<span lang="${lang}" dir="auto">${escapeText(text)}</span>`;
  const returns = expectedReturn && own(langs.expectedReturn, asTyped(expectedReturn, locale));
  const line = returns && `<br>${escapeText(locale.strings.expectedReturn)}: ${returns}`;
  return `<p lang="${locale.tag}" dir="${locale.direction}">${own(langs.title, title)}${line ?? ""}</p>`;
}

/** The hosts of the payment provider. @see https://docs.stripe.com/security/guide?csp=csp-js */
const provider = {
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connections: ["https://api.stripe.com"],
};
const nobody: typeof provider = { scripts: [], frames: [], connections: [] };

/**
 * The page's Content-Security-Policy: only its own scripts, inline code by hash and, with payments, their provider.
 * `template` is the built page, before any text by ops is in it; `brandStyles` are added by a brand. Pages of the origins
 * in `frameOrigins` may show it in a frame, as the app's own may.
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy(
  template: string,
  hasPayments: boolean,
  brandStyles?: string,
  frameOrigins: string[] = [],
): string {
  const { scripts, frames, connections } = hasPayments ? provider : nobody;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptSources(template), ...scripts].join(" "),
    stylePolicy(template, brandStyles),
    "img-src data:",
    ["connect-src 'self'", ...connections].join(" "),
    ...(frames.length > 0 ? [["frame-src", ...frames].join(" ")] : []),
    "base-uri 'none'",
    "form-action 'none'",
    ["frame-ancestors 'self'", ...frameOrigins].join(" "),
  ].join("; ");
}

/** The policy in a `<meta>` of a page without any script. @see https://www.w3.org/TR/CSP3/#meta-element */
export function policyWithoutScript(template: string, brandStyles?: string): string {
  return [
    "default-src 'none'",
    stylePolicy(template, brandStyles),
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function stylePolicy(template: string, brandStyles?: string): string {
  return `style-src ${styleSources(template, brandStyles) || "'none'"}`;
}

/** Puts a policy into a template, before everything that the policy governs. */
export function withPolicy(template: string, policy: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const placed = template.replace(/<meta charset="utf-8"[^>]*>/, (charset) => `${charset}\n    ${meta}`);
  if (placed === template) throw new Error("The template does not say its character set.");
  return placed;
}

/**
 * The script that pages load if there is a publishable key; undefined without a key.
 * @throws NoticeError BUILD_MISSING
 */
export function findPaymentsScript(assets: Asset[], key: string | undefined): PaymentsScript | undefined {
  if (key === undefined) return undefined;
  const script = assets.find(({ path }) => path.startsWith("/assets/backsoon-payments-"));
  if (!script) throw new NoticeError("BUILD_MISSING", { file: "the payments script" });
  return { path: script.path, key };
}
