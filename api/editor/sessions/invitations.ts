import { type Invited, maxOpenInvitations } from "../../../schema/editor-api/tokens.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import type { TokenTerms } from "../../../schema/token/new-token.ts";
import { createLinks, sumOfSecret } from "./links.ts";

const invitationMs = 24 * 3_600_000;

export type Invitations = ReturnType<typeof createInvitations>;

/** The invitations that nobody has accepted yet. */
export function createInvitations(origin: string, now: () => Date) {
  const links = createLinks<TokenTerms>(`${origin}/#invitation=`, invitationMs, now);
  const sumFor = (name: string): string | undefined =>
    [...links.open()].find(([, { value }]) => value.name === name)?.[0];
  return {
    /** Makes a link; an earlier one for the same name ends. @throws NoticeError INVITATIONS_OPEN */
    make(terms: TokenTerms): Invited {
      const open = links.open();
      open.delete(sumFor(terms.name) ?? "");
      if (open.size >= maxOpenInvitations)
        throw new NoticeError("INVITATIONS_OPEN", { count: maxOpenInvitations });
      const expiresAt = new Date(now().getTime() + invitationMs).toISOString();
      return { link: links.make(terms), expiresAt };
    },
    /**
     * Does the work for the invitation with this secret, and uses it up unless the work rejects. Of several calls at
     * the same time, only one does the work. Undefined if there is no such invitation.
     */
    async spend<T>(secret: string, work: (terms: TokenTerms) => Promise<T>): Promise<T | undefined> {
      const sum = sumOfSecret(secret);
      const open = links.open();
      const found = open.get(sum);
      if (!found) return undefined;
      open.delete(sum);
      try {
        return await work(found.value);
      } catch (error) {
        // A newer invitation for this name counts instead.
        if (sumFor(found.value.name) === undefined) open.set(sum, found);
        throw error;
      }
    },
  };
}
