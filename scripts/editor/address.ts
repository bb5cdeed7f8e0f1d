import { InvalidArgumentError } from "commander";
import type { Address } from "../../api/editor/start.ts";
import { deadlineIn } from "../../data/deadline.ts";
import { type LinkTerms, makeLink } from "../../data/links.ts";
import { isOrigin } from "../../schema/validation/formats.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import type { Context } from "../terminal/context.ts";
import { usage } from "../terminal/options.ts";

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

/**
 * Where browsers find the editor, by the option or by EDITOR_ORIGIN; undefined if neither says.
 * @throws NoticeError USAGE if sign-ins would be sent there unencrypted
 */
export function originOf(
  { readSettings }: Pick<Context, "readSettings">,
  option?: string,
): string | undefined {
  const given = option ?? readSettings(["EDITOR_ORIGIN"]).EDITOR_ORIGIN;
  if (given === undefined) return undefined;
  const { protocol, hostname, origin } = new URL(given);
  if (protocol === "https:" || isLoopback(hostname)) return origin;
  throw usage(`Sign-ins would be sent to ${origin} unencrypted: give an origin that begins with https://.`);
}

/** Refuses to let other machines in unencrypted. @throws NoticeError USAGE */
export function assertSafe({ host, origin }: Address, commandName: string): void {
  if (isLoopback(host) || origin?.startsWith("https:")) return;
  throw usage(
    `--host ${host} lets other machines in: also give --origin https://…, the address of a proxy with TLS, or leave out --host. \`${commandName} proxy nginx --editor HOST\` prints what that proxy needs.`,
  );
}

/** The editor that `notice editor` starts unless it is told otherwise. */
const usualOrigin = "http://127.0.0.1:8081";

/**
 * Prints a link to an editor, and which editor that must be: another program there would get the secret.
 * @throws NoticeError USAGE, STORE_…
 */
export async function printLink(
  context: Context,
  option: string | undefined,
  terms: LinkTerms,
): Promise<void> {
  const origin = originOf(context, option) ?? usualOrigin;
  const { link } = await makeLink(context.backend, origin, terms, context.now(), deadlineIn());
  context.print(link);
  const onlyHere = isLoopback(new URL(origin).hostname) ? " It works only on this computer." : "";
  context.printError(
    `Open it only if your editor runs at ${origin}: any other program there would get the link.${onlyHere} For another address, give --origin or set EDITOR_ORIGIN.`,
  );
}
