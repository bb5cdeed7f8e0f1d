import { createRequire } from "node:module";

/** Loaded on first use: most installations list no networks. */
const loadParser = (): typeof import("ipaddr.js") => createRequire(import.meta.url)("ipaddr.js");

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const formats = {
  "model-url": isModelUrl,
  networks: areNetworks,
  origins: areOrigins,
  "frame-origins": areFrameOrigins,
};

/**
 * Whether a key may be sent to this URL: it must be `https`, or `http` that stays on this machine, without credentials,
 * query or fragment.
 */
function isModelUrl(text: string): boolean {
  if (!/^https?:\/\/[!-~]+$/.test(text) || /[?#@\\]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || loopback.test(hostname);
}

/**
 * Whether a list holds only networks in CIDR notation, none of them the whole Internet.
 * @see https://www.rfc-editor.org/rfc/rfc4632#section-3.1
 */
function areNetworks(list: string): boolean {
  const networks = readList(list);
  return networks.length > 0 && networks.every(isNetwork);
}

function isNetwork(text: string): boolean {
  const ipaddr = loadParser();
  // A zone index has no meaning beyond one machine.
  const isRead = ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
  return isRead && !text.includes("%") && ipaddr.parseCIDR(text)[1] >= 1;
}

/**
 * Whether it is a list of origins, each exactly as a browser sends it: no path, no default port, lower case.
 * @see https://www.rfc-editor.org/rfc/rfc6454#section-6.2
 */
function areOrigins(list: string): boolean {
  const origins = readList(list);
  return origins.length > 0 && origins.every(isOrigin);
}

/**
 * Whether it is a list of origins for a policy, each as above, or with `*.` in front of its host.
 * @see https://www.w3.org/TR/CSP3/#match-hosts
 */
function areFrameOrigins(list: string): boolean {
  const origins = readList(list);
  const isAllowed = (text: string) => /^https?:\/\/(?:\*\.)?[a-z0-9.:[\]-]+$/.test(text);
  return (
    origins.length > 0 && origins.every((text) => isAllowed(text) && isOrigin(text.replace("//*.", "//")))
  );
}

export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** The entries of a comma-separated list, without the blanks around them; none of an absent one. */
export function readList(list = ""): string[] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}
