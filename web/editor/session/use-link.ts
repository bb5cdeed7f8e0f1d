import { useEffect, useState } from "react";
import { clearFragment, secretIn } from "./link-secret.ts";

/** The secret of a link that somebody opens or follows, and a function that forgets it. */
export function useLink(): [secret: string | undefined, forget: () => void] {
  const [secret, setSecret] = useState(() => secretIn(location.hash));
  useEffect(() => {
    // In an open page, a link changes only the fragment.
    const hear = () => setSecret((known) => secretIn(location.hash) ?? known);
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, []);
  const forget = (): void => {
    clearFragment();
    setSecret(undefined);
  };
  return [secret, forget];
}
