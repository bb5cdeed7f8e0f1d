/** The page loads only what the editor itself serves, and nobody may frame it. @see https://www.w3.org/TR/CSP3/ */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The headers of every reply unless its route says otherwise, in lower case as Fastify keeps them. Only the editor's
 * own origin may read a reply.
 */
export const replyHeaders = {
  "cache-control": "no-store",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // With `no-referrer`, a browser would send the preview's form with the origin `null`.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};
