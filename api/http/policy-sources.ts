import { createHash } from "node:crypto";

/** What allows an inline script or style in a Content-Security-Policy. @see https://www.w3.org/TR/CSP3/#hash-source */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * What allows the inline styles of a page, with spaces between them; empty if it has none. `template` is the built page,
 * before any text by ops is in it; `brandStyles` comes in with a brand.
 */
export function styleSources(template: string, brandStyles?: string): string {
  const own = [...template.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
  return [...own, ...(brandStyles === undefined ? [] : [brandStyles])].map(hashSource).join(" ");
}

/** What allows the inline scripts of the built page. */
export function scriptSources(template: string): string[] {
  return [...template.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => hashSource(script));
}
