import type { SignInCredential } from "../client/client.ts";

/** The secret of a link that signs in, in the fragment of an address; undefined if it has none. */
export function secretIn(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get("link") || undefined;
}

/** What somebody signs in with who has typed or pasted a token, or a link in its place. */
export function credentialIn(text: string): SignInCredential {
  const [token = "", fragment = ""] = text.trim().split("#");
  const secret = secretIn(`#${fragment}`);
  return secret === undefined ? { token } : { secret };
}

/** Takes the fragment out of the address bar and the history. */
export function clearFragment(): void {
  history.replaceState(null, "", location.pathname);
}
