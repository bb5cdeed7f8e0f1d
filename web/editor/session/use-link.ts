import { useEffect, useEffectEvent, useState } from "react";
import { clearFragment, secretIn } from "./link-secret.ts";

/**
 * Uses up a link that a signed-in person opens or follows. Its secret is first removed from the address, because a
 * valid secret must not stay there.
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

/** The secret of an invitation that somebody opens or follows, and a function that forgets it. */
export function useInvitation(): [secret: string | undefined, forget: () => void] {
  const [secret, setSecret] = useState(() => secretIn(location.hash, "invitation"));
  useEffect(() => {
    // In an open page, a link changes only the fragment.
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
