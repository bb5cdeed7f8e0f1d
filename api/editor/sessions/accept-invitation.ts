import type { Deadline } from "../../../data/time/deadline.ts";
import type { ShownOnce } from "../../../schema/editor-api/tokens.ts";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import { newToken } from "../../../schema/token/new-token.ts";
import type { AuthenticationParts } from "./parts.ts";
import type { SignIn } from "./sessions.ts";
import { holderOf } from "./tokens.ts";

/**
 * Makes the token that somebody was invited to, and gives it with who they are by it. Unless it can be made, the
 * invitation stays open.
 * @throws NoticeError INVITATION_WRONG, INVITED_NAME_TAKEN, STORE_…
 */
export async function acceptInvitation(
  { invitations, backend, now }: AuthenticationParts,
  secret: string,
  deadline: Deadline,
): Promise<{ holder: SignIn; made: ShownOnce }> {
  const accepted = await invitations.spend(secret, async (terms) => {
    const { text, stored } = newToken(terms, now());
    const access = await backend.openAccess(deadline);
    try {
      await access.addToken(stored);
    } catch (error) {
      // Whoever is invited cannot give it another name.
      throw isNoticeError(error, "TOKEN_EXISTS")
        ? new NoticeError("INVITED_NAME_TAKEN", { name: terms.name }, { cause: error })
        : error;
    } finally {
      await access.close();
    }
    const { sha256: _, ...shown } = stored;
    return { holder: holderOf(stored), made: { token: text, ...shown } };
  });
  if (!accepted) throw new NoticeError("INVITATION_WRONG", {});
  return accepted;
}
