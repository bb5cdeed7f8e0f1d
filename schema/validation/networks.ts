import { createRequire } from "node:module";
import { readList } from "./list.ts";

/** Loaded with the first list of networks: most installations have none. */
const loadParser = (): typeof import("ipaddr.js") => createRequire(import.meta.url)("ipaddr.js");

/**
 * Whether a list holds only networks in CIDR notation, none of them the whole Internet.
 * @see https://www.rfc-editor.org/rfc/rfc4632#section-3.1
 */
export function areNetworks(list: string): boolean {
  const networks = readList(list);
  return networks.length > 0 && networks.every(isNetwork);
}

function isNetwork(text: string): boolean {
  const ipaddr = loadParser();
  // A zone index has no meaning beyond one machine.
  const isRead = ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
  return isRead && !text.includes("%") && ipaddr.parseCIDR(text)[1] >= 1;
}
