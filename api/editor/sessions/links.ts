import { createHash, randomBytes } from "node:crypto";
import { createForwardClock } from "./forward-clock.ts";

const signInMs = 5 * 60_000;

export type SignInLinks = ReturnType<typeof createSignInLinks>;

/** Links that sign in. */
export function createSignInLinks(origin: string, now: () => Date) {
  const links = createLinks<true>(`${origin}/#link=`, signInMs, now);
  return {
    make: (): string => links.make(true),
    /** Whether the secret is that of a link that is neither used nor expired; it is used from now on. */
    spend: (secret: string): boolean => links.open().delete(sumOfSecret(secret)),
  };
}

/**
 * Links that each stand for something, in memory alone: a restart ends them. Each has a secret in its fragment, which
 * browsers send nowhere; no secret is kept, only its sum.
 */
export function createLinks<T>(start: string, lifetimeMs: number, now: () => Date) {
  const all = new Map<string, { value: T; until: number }>();
  const passed = createForwardClock(now);
  /** Those that have not expired, by the sum of their secret; what is taken out of the map is used. */
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

/** Looking up a sum takes the same time however much of a guess is right. */
export function sumOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
