import { isLoopback } from "../../../schema/validation/loopback.ts";

/** The secret of a link in the fragment of an address; undefined if it has none. */
export function secretIn(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get("link") || undefined;
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
  return secretIn(hash) && host !== location.host && !isSameMachine ? host : undefined;
}

/** Takes the fragment out of the address bar and the history. */
export function clearFragment(): void {
  history.replaceState(null, "", location.pathname);
}
