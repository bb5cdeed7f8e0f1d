import { InvalidArgumentError } from "commander";
import type { Address } from "../../api/editor/start.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import { isOrigin } from "../../schema/validation/origins.ts";
import { usage } from "../words/usage.ts";

/** A host to listen on, as an option gives it; Node would take an empty one for all of them. */
export function hostName(value: string): string {
  if (value.trim() !== "") return value;
  throw new InvalidArgumentError("It must be an address of this machine, such as 127.0.0.1.");
}

/** A port to listen on, as an option gives it; 0 is any that is free. */
export function portNumber(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError("It must be a port from 0 to 65535.");
}

/** An origin, as an option gives it. */
export function originUrl(value: string): string {
  const origin = value.replace(/\/$/, "");
  if (isOrigin(origin) && isAddress(new URL(origin))) return origin;
  throw new InvalidArgumentError(
    "It must be one address: scheme, host (no *) and, if it is not the usual one, port (not 0), as https://notice.example.com.",
  );
}

/** Whether a browser can be there: URLs may have hosts and ports that no machine has. */
function isAddress({ hostname, port }: URL): boolean {
  return /^(?:[\w.-]+|\[.+\])$/.test(hostname) && port !== "0";
}

/** Lets nobody send a session or a token across a network that can be listened to. @throws NoticeError USAGE */
export function assertSafe({ host, origin }: Address, commandName: string): void {
  const { protocol, hostname } = new URL(origin ?? "http://localhost");
  if (protocol !== "https:" && !isLoopback(hostname))
    throw usage(`--origin ${origin} would send sign-ins unencrypted: give one that begins with https://.`);
  if (!isLoopback(host) && protocol !== "https:")
    throw usage(
      `--host ${host} lets other machines in: also give --origin https://…, the address of a proxy with TLS, or leave out --host. \`${commandName} proxy nginx --editor HOST\` prints what that proxy needs.`,
    );
}
