/** The secret of a link that signs in, or of an invitation, in the fragment of an address; undefined if it has none. */
export function secretIn(hash: string, kind: "link" | "invitation" = "link"): string | undefined {
  return new URLSearchParams(hash.slice(1)).get(kind) || undefined;
}

/** Takes the fragment out of the address bar and the history. */
export function clearFragment(): void {
  history.replaceState(null, "", location.pathname);
}
