import { createHash } from "node:crypto";

/** The source that allows an inline script or style in a Content-Security-Policy. @see https://www.w3.org/TR/CSP3/#hash-source */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * The sources that allow the inline styles of a page, separated by spaces. `template` is the built page, before any
 * text by ops is in it; `brandStyles` are added by a brand.
 */
export function styleSources(template: string, brandStyles?: string): string {
  const own = [...template.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
  return [...own, ...(brandStyles === undefined ? [] : [brandStyles])].map(hashSource).join(" ");
}

/** The sources that allow the inline scripts of the built page. */
export function scriptSources(template: string): string[] {
  return [...template.matchAll(/<script(?: nomodule)?>(.*?)<\/script>/gs)].map(([, script = ""]) =>
    hashSource(script),
  );
}
