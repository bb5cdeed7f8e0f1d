import { createHash, randomBytes } from "node:crypto";
import { createForwardClock } from "./forward-clock.ts";

const signInMs = 5 * 60_000;

export type SignInLinks = ReturnType<typeof createSignInLinks>;

/** Links that sign in. */
export function createSignInLinks(origin: string, now: () => Date) {
  const links = createLinks<true>(`${origin}/#link=`, signInMs, now);
  return {
    make: (): string => links.make(true),
    /** Uses up the link with this secret; false if there is none, or it was used or has expired. */
    spend: (secret: string): boolean => links.open().delete(sumOfSecret(secret)),
  };
}

/**
 * Links that each carry a value, in memory only: a restart ends them. The secret is in the fragment, which browsers
 * never send. Only its hash is kept.
 */
export function createLinks<T>(start: string, lifetimeMs: number, now: () => Date) {
  const all = new Map<string, { value: T; until: number }>();
  const passed = createForwardClock(now);
  /** The links that have not expired, by the hash of their secret; to use one is to delete it here. */
  const open = (): typeof all => {
    const time = passed();
    for (const [sum, { until }] of all) if (until <= time) all.delete(sum);
    return all;
  };
  return {
    open,
    make(value: T): string {
      const secret = randomBytes(32).toString("base64url");
      open().set(sumOfSecret(secret), { value, until: passed() + lifetimeMs });
      return `${start}${secret}`;
    },
  };
}

/** The hash of a secret: looking it up takes the same time however much of a guess is right. */
export function sumOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
