import { scriptSources, styleSources } from "../http/policy-sources.ts";

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
