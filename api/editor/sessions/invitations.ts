import { randomBytes } from "node:crypto";
import type { Invited } from "../../../schema/editor-api/tokens.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import type { TokenTerms } from "../../../schema/token/new-token.ts";
import { createForwardClock } from "./forward-clock.ts";
import { sumOfSecret } from "./links.ts";

const invitationMs = 24 * 3_600_000;
/** How many may be open at once: nobody invites as many, and memory is not to fill up. */
const maxOpen = 100;

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Those who are invited and have not come yet, in memory alone: a restart ends every invitation. No secret is kept, only
 * its sum.
 */
export function createInvitations(origin: string, now: () => Date) {
  const open = new Map<string, { terms: TokenTerms; until: number }>();
  const passed = createForwardClock(now);
  const forgetLate = (): void => {
    const time = passed();
    for (const [sum, { until }] of open) if (until <= time) open.delete(sum);
  };
  const sumFor = (name: string): string | undefined =>
    [...open].find(([, { terms }]) => terms.name === name)?.[0];
  return {
    /**
     * Makes a link with its secret in the fragment, which browsers send nowhere; an earlier one for the same name ends.
     * @throws NoticeError INVITATIONS_OPEN
     */
    make(terms: TokenTerms): Invited {
      forgetLate();
      open.delete(sumFor(terms.name) ?? "");
      if (open.size >= maxOpen) throw new NoticeError("INVITATIONS_OPEN", { count: maxOpen });
      const secret = randomBytes(32).toString("base64url");
      open.set(sumOfSecret(secret), { terms, until: passed() + invitationMs });
      const expiresAt = new Date(now().getTime() + invitationMs).toISOString();
      return { link: `${origin}/#invitation=${secret}`, expiresAt };
    },
    /**
     * Does the work for the invitation of a secret, which is used up by that unless the work rejects; of several at the
     * same time, one does it. Undefined if there is no such invitation.
     */
    async spend<T>(secret: string, work: (terms: TokenTerms) => Promise<T>): Promise<T | undefined> {
      forgetLate();
      const sum = sumOfSecret(secret);
      const found = open.get(sum);
      if (!found) return undefined;
      open.delete(sum);
      try {
        return await work(found.terms);
      } catch (error) {
        // Another one for this name may have been made meanwhile, and that one counts.
        if (sumFor(found.terms.name) === undefined) open.set(sum, found);
        throw error;
      }
    },
  };
}
