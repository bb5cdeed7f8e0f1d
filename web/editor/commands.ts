import { changedFields, difference } from "../../schema/notice/difference.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Base, Client, Problem, SignInCredential } from "./client.ts";
import { type Draft, type Edit, outlookOf } from "./draft.ts";
import type { Kept } from "./kept.ts";
import type { Publisher } from "./publisher.ts";
import { canPublish, canUndo, mayWrite, readyOf, type State } from "./state.ts";
import { texts } from "./texts.ts";
import { describeProblem } from "./trouble.ts";

export type Commands = ReturnType<typeof createCommands>;

interface Parts {
  client: Pick<Client, "session" | "signIn" | "signOut">;
  kept: Pick<Kept, "leave" | "forgetOffer" | "forgetAll">;
  state: Pick<State, "current" | "dispatch">;
  publisher: Pick<Publisher, "send">;
}

/**
 * The commands behind the buttons and keys. Each works on the current state, and does nothing if there is nothing to
 * do. A command that publishes returns why nothing was published; undefined if it was, or if there was nothing to
 * publish.
 */
export function createCommands({ client, kept, state, publisher }: Parts) {
  const { dispatch } = state;
  const ready = () => readyOf(state.current());

  const onSignedIn = async (): Promise<void> => {
    const reply = await client.session();
    // Without a reply, nobody known becomes somebody unknown, about whom the page asks again.
    const session = reply.ok ? reply.value : (state.current().session ?? undefined);
    dispatch({ type: "signed-in", session });
  };
  /** If that fails, the person is told, and stays signed in. */
  const signOut = async (keepsDrafts: boolean): Promise<void> => {
    dispatch({ type: "session-trouble", trouble: undefined });
    const reply = await client.signOut();
    if (!reply.ok && reply.problem.status !== 401) {
      const text = `${texts.session.notSignedOut} ${describeProblem(reply.problem)}`;
      return dispatch({ type: "session-trouble", trouble: { text, again: () => void signOut(keepsDrafts) } });
    }
    if (!keepsDrafts) kept.forgetAll();
    dispatch({ type: "signed-out", left: "signedOut", isEmptied: !keepsDrafts });
  };

  return {
    /** Returns the problem if signing in failed; undefined if it did not. */
    async signIn(credential: SignInCredential): Promise<Problem | undefined> {
      const reply = await client.signIn(credential);
      if (!reply.ok) return reply.problem;
      void onSignedIn();
      return undefined;
    },
    /** Asks who is signed in, because another tab has signed in. */
    signedInElsewhere: onSignedIn,
    /** Signs out; what was typed stays in this browser only if that is asked for. */
    signOut,
    edit: (edit: Edit) => dispatch({ type: "edited", edit }),
    /** Publishes the draft, and shows it to visitors now if that is asked for. */
    async publish(isShown?: boolean): Promise<Problem | undefined> {
      const now = ready();
      if (!now || !canPublish(now)) return undefined;
      return publisher.send({ base: now.draft.base, notice: outlookOf(now.draft).notice, isShown });
    },
    /** Publishes an earlier revision's notice in place of the reviewed one. */
    async rollBack(again: number, notice: Notice, base: Base): Promise<Problem | undefined> {
      const now = ready();
      if (!now || !mayWrite(now)) return undefined;
      return publisher.send({ base, notice, again });
    },
    /** Publishes what was live before the last publication. */
    async undo(): Promise<Problem | undefined> {
      const now = ready();
      if (!now?.outcome || !canUndo(now)) return undefined;
      const { publication, before } = now.outcome;
      return publisher.send({
        base: publication,
        notice: before.notice,
        again: before.revision,
        isUndo: true,
      });
    },
    /**
     * Continues with the merge of two people's words, on top of what is live. What was typed is offered again, unless
     * the merge has all of it.
     */
    resolve(notice: Notice): void {
      const { draft } = state.current();
      if (draft) dispatch({ type: "taken", notice, isWhole: hasAllOf(draft, notice) });
    },
    /** Goes back to what is live. What was typed is offered again, in other tabs as well. */
    discard(): void {
      kept.leave();
      dispatch({ type: "discarded" });
    },
    restore: () => dispatch({ type: "restored" }),
    forget(): void {
      kept.forgetOffer();
      dispatch({ type: "forgotten" });
    },
    /** Closes the line about the last publication. */
    closeOutcome: () => dispatch({ type: "outcome-closed" }),
    closeSessionTrouble: () => dispatch({ type: "session-trouble", trouble: undefined }),
  };
}

function hasAllOf(draft: Draft, notice: Notice): boolean {
  const outlook = outlookOf(draft);
  const missing = changedFields(difference(notice, outlook.notice));
  return !changedFields(outlook.changes).some((name) => missing.includes(name));
}
