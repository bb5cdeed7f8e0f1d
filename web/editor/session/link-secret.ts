import { isLoopback } from "../../../schema/validation/loopback.ts";
import type { SignInCredential } from "../client/client.ts";

/** The secret of a link that signs in, or of an invitation, in the fragment of an address; undefined if it has none. */
export function secretIn(hash: string, kind: "link" | "invitation" = "link"): string | undefined {
  return new URLSearchParams(hash.slice(1)).get(kind) || undefined;
}

/** The credential in typed or pasted text: a token, or a link. */
export function credentialIn(text: string): SignInCredential {
  const secret = secretIn(fragmentIn(text));
  return secret === undefined ? { token: text.trim() } : { secret };
}

/** The fragment of a link that somebody has pasted, with its `#`. */
export function fragmentIn(text: string): string {
  const link = text.trim();
  return link.includes("#") ? link.slice(link.indexOf("#")) : "";
}

/** The host of a pasted link, if it is another editor's. */
export function otherHostIn(text: string): string | undefined {
  const link = text.trim();
  if (!/^https?:/i.test(link) || !URL.canParse(link)) return undefined;
  const { host, hostname, port, hash } = new URL(link);
  const isSameMachine = isLoopback(hostname) && isLoopback(location.hostname) && port === location.port;
  const hasSecret = secretIn(hash) ?? secretIn(hash, "invitation");
  return hasSecret && host !== location.host && !isSameMachine ? host : undefined;
}

/** Takes the fragment out of the address bar and the history. */
export function clearFragment(): void {
  history.replaceState(null, "", location.pathname);
}
