import { useEffect, useEffectEvent } from "react";
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
