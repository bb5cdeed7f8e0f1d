import { messageType } from "../../../schema/preview/preview.ts";
import { escapeText } from "../../../web/render.tsx";
import { hashSource, styleSources } from "../../http/policy-sources.ts";

/** Tells the editor around the frame that there is no preview. */
const script =
  `const detail = document.querySelector("p").textContent;` +
  `parent.postMessage({ type: "${messageType}", event: "fault", detail }, location.origin);`;

/** The headers of `faultPage`. */
export const faultHeaders = frameHeaders(hashSource(script), "'none'");

/**
 * The headers of a page for the editor's frame. Its origin is opaque even outside the frame: it can read nothing of the
 * editor, send nothing and open nothing. No other site may frame it. `scripts` and `styles` are the sources that it may
 * use.
 * @see https://www.w3.org/TR/CSP3/
 */
function frameHeaders(scripts: string, styles: string): Record<string, string> {
  const policy = [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  };
}

/**
 * Makes the headers of a preview from the built page, before any text by ops is in it, and a brand's styles. The origin
 * is the address that the frame's request was sent to.
 */
export function previewHeaders(
  template: string,
  brandStyles?: string,
): (origin: string) => Record<string, string> {
  const styles = styleSources(template, brandStyles);
  // In a sandboxed frame, WebKit takes `'self'` for the page's opaque origin, which has no script.
  // @see https://webkit.org/b/316847
  return (origin) => frameHeaders(`'self' ${origin}`, styles);
}

/** A page for the editor's frame that says in one sentence why there is no preview. */
export function faultPage(sentence: string): Buffer {
  return Buffer.from(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>No preview</title>' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      '<meta name="color-scheme" content="light dark">' +
      `<p>${escapeText(sentence)}</p><script>${script}</script></html>`,
  );
}
