import { useEffect, useState } from "react";
import { clearFragment, secretIn } from "./link-secret.ts";

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
