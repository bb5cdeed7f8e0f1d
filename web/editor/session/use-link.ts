import { useEffect, useEffectEvent, useState } from "react";
import { clearFragment, secretIn } from "./link-secret.ts";

/**
 * Spends the link with which somebody who is signed in opens the page, or which they follow in it, and takes it out of the
 * address before: a secret that still signs in is not to stay there.
 */
export function useLinkWhileSignedIn(isSignedIn: boolean, follow: (secret: string) => void): void {
  const spend = useEffectEvent(() => {
    const secret = secretIn(location.hash);
    if (secret === undefined) return;
    clearFragment();
    follow(secret);
  });
  useEffect(() => {
    if (!isSignedIn) return;
    const hear = () => spend();
    hear();
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, [isSignedIn]);
}

/** The secret of the invitation with which somebody opened the page, or which they follow in it, and what forgets it. */
export function useInvitation(): [secret: string | undefined, forget: () => void] {
  const [secret, setSecret] = useState(() => secretIn(location.hash, "invitation"));
  useEffect(() => {
    // Where the page is open already, following a link loads nothing.
    const hear = () => setSecret((known) => secretIn(location.hash, "invitation") ?? known);
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, []);
  const forget = (): void => {
    clearFragment();
    setSecret(undefined);
  };
  return [secret, forget];
}
