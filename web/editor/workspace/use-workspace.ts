import { useEffect, useReducer, useRef } from "react";
import type { Client } from "../client/client.ts";
import { isTouched } from "../draft/draft.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetDraft, keepDraft, keptDrafts } from "../kept/kept-drafts.ts";
import type { Tabs } from "../kept/tab.ts";
import { ownZone } from "../time/zones.ts";
import { troubleHere } from "../trouble/trouble.ts";
import { startPolling } from "./polling.ts";
import { type Action, changeWorkspace, type Workspace } from "./workspace.ts";

/** What the page works with. */
export interface Tools {
  client: Client;
  tabs: Tabs;
  storage: BrowserStorage;
}

/** The state of the editor, kept up with the service and with what the browser keeps. */
export function useWorkspace({ client, tabs, storage }: Tools): [Workspace, (action: Action) => void] {
  const [state, dispatch] = useReducer(changeWorkspace, {});
  const { session, live, draft } = state;
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
      return undefined;
    });
  }, [client, isUnknown]);

  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = live?.etag;
  }, [live]);

  useEffect(() => {
    if (!isSignedIn) return;
    return startPolling(async (known) => {
      const before = shown.current;
      const reply = await client.notice(known);
      // What was published here meanwhile is newer than what was asked for.
      if (shown.current !== before) return undefined;
      if (!reply.ok) {
        dispatch({ type: "trouble", trouble: troubleHere(reply.problem) });
        return known;
      }
      const kept = keptDrafts(storage).find(({ tab }) => tab === tabs.own);
      dispatch({ type: "live", live: reply.value, zone: ownZone(), kept });
      return reply.value?.etag ?? known;
    });
  }, [client, isSignedIn, storage, tabs]);

  const revision = live?.revision;
  useEffect(() => {
    if (revision === undefined) return;
    void client.revision(revision).then((reply) => {
      if (reply.ok) dispatch({ type: "entry", entry: reply.value });
    });
  }, [client, revision]);

  useEffect(() => {
    if (!draft) return;
    if (!isTouched(draft)) return forgetDraft(storage, tabs.own);
    const isKept = keepDraft(storage, { tab: tabs.own, at: Date.now(), draft });
    dispatch({ type: "kept", isKept });
  }, [draft, storage, tabs]);

  return [state, dispatch];
}
