import ipaddr from "ipaddr.js";

/** The networks in a list that is separated by commas. */
export function readNetworks(list = ""): string[] {
  return list
    .split(",")
    .map((network) => network.trim())
    .filter(Boolean);
}

/** Whether it is such a list of networks in CIDR notation, and none is the whole Internet. @see https://www.rfc-editor.org/rfc/rfc4632#section-3.1 */
export function areNetworks(list: string): boolean {
  const networks = readNetworks(list);
  return networks.length > 0 && networks.every(isNetwork);
}

function isNetwork(text: string): boolean {
  // A zone is of one machine alone.
  const isRead = ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
  return isRead && !text.includes("%") && ipaddr.parseCIDR(text)[1] >= 1;
}
