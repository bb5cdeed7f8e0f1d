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

/** What the page works with. */
export interface Tools {
  client: Client;
  tabs: TabNames;
  storage: BrowserStorage;
}

/** The state of the editor, kept up with the service and with what the browser keeps, and what changes it. */
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
    return startPolling(async () => {
      const before = shown();
      const reply = await client.notice(before);
      // What is published here meanwhile is newer than what was asked for.
      if (shown() !== before || publisher.isSending()) return;
      if (!reply.ok) return dispatch({ type: "trouble", trouble: troubleHere(reply.problem) });
      // What was kept while the page was reloaded may have been published meanwhile.
      const kept = before ? undefined : keptDrafts(storage).find(({ tab }) => tab === tabs.own);
      const outcome = reply.value && (await publisher.settle(reply.value, kept ? [writeOf(kept.draft)] : []));
      if (shown() === before) dispatch({ type: "live", live: reply.value, kept });
      // Together with that: nobody is to read that somebody else has published what was published here.
      if (outcome) dispatch({ type: "published", outcome });
    });
  }, [client, dispatch, isSignedIn, publisher, storage, state, tabs]);

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

/** What holds the state, what publishes, and the commands that work on both. */
function begin({ client, storage }: Tools) {
  const state = createState(ownZone());
  const publisher = createPublisher({ client, dispatch: state.dispatch });
  return { state, publisher, commands: createCommands({ client, storage, state, publisher }) };
}
