import { InvalidArgumentError } from "commander";
import type { Address } from "../../api/editor/start.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import { isOrigin } from "../../schema/validation/origins.ts";
import { usage } from "../words/usage.ts";

/** Reads the option for a host to listen on. Node would take an empty host for every address. */
export function hostName(value: string): string {
  if (value.trim() !== "") return value;
  throw new InvalidArgumentError("It must be an address of this machine, such as 127.0.0.1.");
}

/** Reads the option for a port; 0 picks a free one. */
export function portNumber(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError("It must be a port from 0 to 65535.");
}

/** Reads the option for an origin. */
export function originUrl(value: string): string {
  const origin = value.replace(/\/$/, "");
  if (isOrigin(origin) && isAddress(new URL(origin))) return origin;
  throw new InvalidArgumentError(
    "It must be one address: scheme, host (no *) and, if it is not the usual one, port (not 0), as https://notice.example.com.",
  );
}

/** Whether a browser can open this address: some valid URLs have impossible hosts and ports. */
function isAddress({ hostname, port }: URL): boolean {
  return /^(?:[\w.-]+|\[.+\])$/.test(hostname) && port !== "0";
}

/** Refuses addresses to which sessions or tokens would be sent unencrypted. @throws NoticeError USAGE */
export function assertSafe({ host, origin }: Address, commandName: string): void {
  const { protocol, hostname } = new URL(origin ?? "http://localhost");
  if (protocol !== "https:" && !isLoopback(hostname))
    throw usage(`--origin ${origin} would send sign-ins unencrypted: give one that begins with https://.`);
  if (!isLoopback(host) && protocol !== "https:")
    throw usage(
      `--host ${host} lets other machines in: also give --origin https://…, the address of a proxy with TLS, or leave out --host. \`${commandName} proxy nginx --editor HOST\` prints what that proxy needs.`,
    );
}
