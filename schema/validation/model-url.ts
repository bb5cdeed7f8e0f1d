const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a key may be sent to anything below this URL: it must be `https`, or `http` that stays on this machine,
 * without credentials, query or fragment.
 */
export function isModelUrl(text: string): boolean {
  if (!/^https?:\/\/[!-~]+$/.test(text) || /[?#@\\]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || loopback.test(hostname);
}
