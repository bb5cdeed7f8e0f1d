import type { Notice } from "../../schema/notice/notice.ts";
import { problemType } from "../../schema/notice/protocol.ts";
import { escapeText, formatTime, type NoticeView } from "../../web/render.tsx";
import type { Format } from "./negotiate.ts";

export const contentTypes: Record<Format, string> = {
  html: "text/html; charset=utf-8",
  json: "application/problem+json",
  text: "text/plain; charset=utf-8",
  xml: "application/problem+xml",
  fragment: "text/html; charset=utf-8",
};

/** Whether a browser shows the format as a document, which a Content-Security-Policy governs. */
export const isDocument: Record<Format, boolean> = {
  html: true,
  json: false,
  text: false,
  xml: true,
  fragment: false,
};

/** The renderers of all formats but the page. */
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

/** The notice as plain text. */
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
