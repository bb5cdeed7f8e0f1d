import { changedFields, difference } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Base, Client, SignInCredential } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import { decisionsAfter, writeOf } from "../draft/continued.ts";
import { changesOf, faultsOf, mineOf } from "../draft/document.ts";
import { type Draft, isTouched } from "../draft/draft.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetAll, type KeptDraft, keepDraft } from "../kept/kept-drafts.ts";
import { type SessionTrouble, signOut } from "./change-session.ts";
import type { Publisher } from "./publisher.ts";
import { canPublish, canUndo, mayWrite, readyOf } from "./ready.ts";
import type { WorkspaceState } from "./state.ts";

export type Commands = ReturnType<typeof createCommands>;

interface Parts {
  client: Pick<Client, "session" | "signIn" | "signOut">;
  storage: BrowserStorage;
  state: Pick<WorkspaceState, "current" | "dispatch">;
  publisher: Pick<Publisher, "send">;
}

/**
 * The commands behind the buttons and keys. Each works on the current state, and does nothing if there is nothing to
 * do. A command that publishes returns why nothing was published; undefined if it was, or if there was nothing to
 * publish.
 */
export function createCommands({ client, storage, state, publisher }: Parts) {
  const { dispatch } = state;
  /** The state, if it is ready for work. */
  const ready = () => readyOf(state.current());

  const onTrouble = (trouble: SessionTrouble | undefined): void =>
    dispatch({ type: "session-trouble", trouble });
  const onSignedIn = async (): Promise<void> => {
    const reply = await client.session();
    // Without a reply, nobody known becomes somebody unknown, about whom the page asks again.
    const session = reply.ok ? reply.value : (state.current().session ?? undefined);
    dispatch({ type: "signed-in", session });
  };
  const keepForLater = (draft: Draft): void => {
    if (isTouched(draft)) keepDraft(storage, { tab: crypto.randomUUID(), at: Date.now(), draft });
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
    signOut: (keepsDrafts: boolean) => {
      const onSignedOut = (): void => {
        if (!keepsDrafts) forgetAll(storage);
        dispatch({ type: "signed-out", isEmptied: !keepsDrafts });
      };
      return signOut({ client, onSignedOut, onTrouble });
    },
    edit: (change: (draft: Draft) => Draft) => dispatch({ type: "edited", change }),
    /** Publishes the draft, and shows it to visitors now if that is asked for. */
    async publish(isShown?: boolean): Promise<Problem | undefined> {
      const now = ready();
      if (!now || !canPublish(now)) return undefined;
      return publisher.send({ ...writeOf(now.draft), isShown });
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
    /** Continues with a notice of the history. What was typed is offered again. */
    startFrom(notice: Notice): void {
      const { draft } = state.current();
      if (!draft) return;
      keepForLater(draft);
      dispatch({ type: "taken", notice });
    },
    /**
     * Continues with the merge of two people's words, on top of what is live. What was typed is offered again, unless
     * the merge has all of it.
     */
    resolve(notice: Notice): void {
      const { draft, live } = state.current();
      if (!draft || !live) return;
      if (!hasAllOf(draft, notice)) keepForLater(draft);
      dispatch({ type: "taken", notice, decisions: decisionsAfter(draft, notice, live.notice) });
    },
    /** Goes back to what is live. What was typed is offered again. */
    discard(): void {
      const { draft } = state.current();
      if (!draft || !isTouched(draft)) return;
      keepForLater(draft);
      dispatch({ type: "discarded" });
    },
    /** Continues with the draft of a closed tab. */
    restore: (kept: KeptDraft) => dispatch({ type: "restored", kept }),
    /** Closes the line about the last publication. */
    closeOutcome: () => dispatch({ type: "outcome-closed" }),
    closeSessionTrouble: () => onTrouble(undefined),
  };
}

/** Whether a notice has every change of a draft. A value with a fault, such as half a time, is in no notice. */
function hasAllOf(draft: Draft, notice: Notice): boolean {
  const missing = changedFields(difference(notice, mineOf(draft)));
  return (
    faultsOf(draft).length === 0 && !changedFields(changesOf(draft)).some((name) => missing.includes(name))
  );
}
