import { useEffect, useEffectEvent } from "react";
import type { Client } from "../client/client.ts";
import { clearFragment, secretIn } from "./link-secret.ts";

/**
 * Spends the link with which somebody who is signed in opens the page, or which they follow in it, and takes it out of the
 * address before: a secret that still signs in is not to stay there.
 */
export function useLinkWhileSignedIn(client: Client, isSignedIn: boolean, onSignedIn: () => void): void {
  const spend = useEffectEvent(async () => {
    const secret = secretIn(location.hash);
    if (secret === undefined) return;
    clearFragment();
    const reply = await client.signIn({ secret });
    if (reply.ok) onSignedIn();
  });
  useEffect(() => {
    if (!isSignedIn) return;
    const hear = () => void spend();
    hear();
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, [isSignedIn]);
}
