import { createHash, randomBytes } from "node:crypto";
import { createForwardClock } from "./forward-clock.ts";

const lifetimeMs = 5 * 60_000;

export type SignInLinks = ReturnType<typeof createSignInLinks>;

/** The one-time secrets of links that sign in; none is kept, only its sum. */
export function createSignInLinks(origin: string, now: () => Date) {
  /** When each secret expires, by its sum. */
  const valid = new Map<string, number>();
  const passed = createForwardClock(now);
  const forgetLate = (): void => {
    const time = passed();
    for (const [sum, until] of valid) if (until <= time) valid.delete(sum);
  };
  return {
    /** A link to the editor; its secret is in the fragment, which browsers send nowhere. */
    make(): string {
      forgetLate();
      const secret = randomBytes(32).toString("base64url");
      valid.set(sumOfSecret(secret), passed() + lifetimeMs);
      return `${origin}/#link=${secret}`;
    },
    /** Whether the secret is that of a link that is neither used nor expired; it is used from now on. */
    spend(secret: string): boolean {
      forgetLate();
      return valid.delete(sumOfSecret(secret));
    },
  };
}

/** Looking up a sum takes the same time however much of a guess is right. */
export function sumOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
