import { isIP } from "node:net";

const bits: Record<number, number> = { 4: 32, 6: 128 };

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
  const [, address = "", prefix = ""] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? [];
  const most = bits[isIP(address)];
  return most !== undefined && Number(prefix) >= 1 && Number(prefix) <= most;
}
