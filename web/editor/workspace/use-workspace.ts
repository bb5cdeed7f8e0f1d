import { useEffect, useState, useSyncExternalStore } from "react";
import { ownZone } from "../../../schema/time/zones.ts";
import type { Client } from "../client/client.ts";
import { writeOf } from "../draft/continued.ts";
import { isTouched } from "../draft/draft.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetDraft, keepDraft, keptDrafts } from "../kept/kept-drafts.ts";
import type { TabNames } from "../kept/tab.ts";
import { troubleHere } from "../trouble/trouble.ts";
import { createCommands } from "./commands.ts";
import { startPolling } from "./polling.ts";
import { createPublisher } from "./publisher.ts";
import { createState } from "./state.ts";

/** The tools of the page. */
export interface Tools {
  client: Client;
  tabs: TabNames;
  storage: BrowserStorage;
}

/** The state of the editor, in step with the service and with the browser's storage, and its commands. */
export function useWorkspace(tools: Tools) {
  const [{ state, publisher, commands }] = useState(() => begin(tools));
  const { client, tabs, storage } = tools;
  const { dispatch } = state;
  const workspace = useSyncExternalStore(state.subscribe, state.current);
  const { session, live, draft } = workspace;
  const isSignedIn = session !== undefined && session !== null;

  const isUnknown = session === undefined;
  useEffect(() => {
    if (!isUnknown) return;
    return startPolling(async () => {
      const reply = await client.session();
      if (reply.ok) dispatch({ type: "signed-in", session: reply.value });
      else if (reply.problem.status === 401)
        dispatch({ type: "signed-out", isLocked: reply.problem.code === "SESSION_LOCKED" });
      else dispatch({ type: "trouble", trouble: troubleHere(reply.problem) });
    });
  }, [client, dispatch, isUnknown]);

  useEffect(() => {
    if (!isSignedIn) return;
    const shown = (): string | undefined => state.current().live?.etag;
    let key = client.sessionKey();
    return startPolling(async () => {
      const before = shown();
      const reply = await client.notice(before);
      // A publication from here meanwhile is newer than this reply.
      if (shown() !== before || publisher.isSending()) return;
      if (!reply.ok) return dispatch({ type: "trouble", trouble: troubleHere(reply.problem) });
      if (key !== client.sessionKey()) {
        key = client.sessionKey();
        void commands.signedInElsewhere();
      }
      // The draft that was kept over a reload may have been published meanwhile.
      const kept = before ? undefined : keptDrafts(storage).find(({ tab }) => tab === tabs.own);
      const outcome = reply.value && (await publisher.settle(reply.value, kept ? [writeOf(kept.draft)] : []));
      if (shown() === before) dispatch({ type: "live", live: reply.value, kept });
      // In the same step, or the page would say that somebody else published it.
      if (outcome) dispatch({ type: "published", outcome });
    });
  }, [client, commands, dispatch, isSignedIn, publisher, storage, state, tabs]);

  const revision = live?.revision;
  useEffect(() => {
    if (revision === undefined) return;
    void client.revision(revision).then((reply) => {
      if (reply.ok) dispatch({ type: "entry", entry: reply.value });
    });
  }, [client, dispatch, revision]);

  useEffect(() => {
    if (!draft) return;
    if (!isTouched(draft)) return forgetDraft(storage, tabs.own);
    const isKept = keepDraft(storage, { tab: tabs.own, at: Date.now(), draft });
    dispatch({ type: "kept", isKept });
  }, [dispatch, draft, storage, tabs]);

  return { workspace, commands };
}

/** Makes the state, the publisher, and the commands that work on both. */
function begin({ client, storage }: Tools) {
  const state = createState(ownZone());
  const publisher = createPublisher({ client, dispatch: state.dispatch });
  return { state, publisher, commands: createCommands({ client, storage, state, publisher }) };
}
