import type { Notice } from "../../schema/notice/notice.ts";
import type { NoticeView } from "../../web/render.tsx";
import type { Format } from "./negotiate.ts";

export const contentTypes: Record<Format, string> = {
  html: "text/html; charset=utf-8",
  json: "application/problem+json",
  text: "text/plain; charset=utf-8",
};

/** The notice as a problem detail. @see https://www.rfc-editor.org/rfc/rfc9457 */
export function renderProblem(
  { title, message, revision, contactEmail }: NoticeView,
  notice: Notice,
): string {
  return JSON.stringify({
    type: "https://backsoon.example/problems/maintenance",
    title,
    status: 503,
    detail: message,
    expectedReturn: notice.expectedReturn,
    contactEmail,
    revision,
  });
}

/** The notice as plain text. */
export function renderText({ title, message, expectedReturn, contactEmail, locale }: NoticeView): string {
  const { strings } = locale;
  const paragraphs = [
    title,
    message,
    expectedReturn && `${strings.expectedReturn}: ${expectedReturn.text}`,
    expectedReturn?.isOverdue && strings.overdue,
    `${strings.needHelp} ${contactEmail}`,
    strings.thanks,
  ];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}
