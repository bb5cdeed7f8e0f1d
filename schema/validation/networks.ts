import ipaddr from "ipaddr.js";

/** The networks in a comma-separated list. */
export function readNetworks(list = ""): string[] {
  return list
    .split(",")
    .map((network) => network.trim())
    .filter(Boolean);
}

/**
 * Whether a list holds only networks in CIDR notation, none of them the whole Internet.
 * @see https://www.rfc-editor.org/rfc/rfc4632#section-3.1
 */
export function areNetworks(list: string): boolean {
  const networks = readNetworks(list);
  return networks.length > 0 && networks.every(isNetwork);
}

function isNetwork(text: string): boolean {
  // A zone index has no meaning beyond one machine.
  const isRead = ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
  return isRead && !text.includes("%") && ipaddr.parseCIDR(text)[1] >= 1;
}
