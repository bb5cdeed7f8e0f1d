import { createHash } from "node:crypto";

/**
 * The Content-Security-Policy of the page: its own script, its inline styles by hash, nothing else.
 * `template` is the built page, before any text by ops is in it.
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy(template: string): string {
  const styles = [...template.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => hashSource(style));
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles.join(" ") || "'none'"}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
