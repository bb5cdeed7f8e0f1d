import { useEffect, useMemo, useReducer, useRef } from "react";
import type { Client } from "../client/client.ts";
import { isTouched } from "../draft/draft.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetDraft, keepDraft, keptDrafts } from "../kept/kept-drafts.ts";
import type { Tabs } from "../kept/tab.ts";
import { texts } from "../texts.ts";
import { ownZone } from "../time/zones.ts";
import { troubleHere } from "../trouble/trouble.ts";
import type { Outcome } from "../writes/outcome.ts";
import { createPublisher, type Publisher } from "../writes/publisher.ts";
import { startPolling } from "./polling.ts";
import { createPublish, type Publish } from "./send-write.ts";
import { createSettling } from "./settling.ts";
import { type Action, changeWorkspace, type Workspace } from "./workspace.ts";

/** What the page works with. */
export interface Tools {
  client: Client;
  tabs: Tabs;
  storage: BrowserStorage;
}

/** The state of the editor, and what changes it. */
export interface Work {
  workspace: Workspace;
  dispatch: (action: Action) => void;
  publish: Publish;
  publisher: Publisher;
}

/** The state of the editor, kept up with the service and with what the browser keeps. */
export function useWorkspace({ client, tabs, storage }: Tools): Work {
  const [state, dispatch] = useReducer(changeWorkspace, {});
  const sender = useRef("");
  const publisher = useMemo(
    () => createPublisher({ client, storage, tab: tabs.own, sender: () => sender.current }),
    [client, storage, tabs],
  );
  const publish = useMemo(() => createPublish({ client, publisher, dispatch }), [client, publisher]);
  const { session, live, draft } = state;
  useEffect(() => {
    if (session) sender.current = texts.session.by[session.via](session.name);
  }, [session]);
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
    const tell = (outcome: Outcome): void => dispatch({ type: "published", outcome, zone: ownZone() });
    const settle = createSettling(publisher, tell);
    return startPolling(async (known) => {
      const before = shown.current;
      const reply = await client.notice(known);
      // What is published here meanwhile is newer than what was asked for.
      if (shown.current !== before || publisher.isSending()) return undefined;
      if (!reply.ok) {
        dispatch({ type: "trouble", trouble: troubleHere(reply.problem) });
        return known;
      }
      const etag = reply.value?.etag ?? known;
      const outcome = etag && (await settle(etag));
      const kept = keptDrafts(storage).find(({ tab }) => tab === tabs.own);
      if (shown.current === before) dispatch({ type: "live", live: reply.value, zone: ownZone(), kept });
      // Together with that: nobody is to read that somebody else has published what was published here.
      if (outcome) tell(outcome);
      return etag;
    });
  }, [client, isSignedIn, publisher, storage, tabs]);

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

  return { workspace: state, dispatch, publish, publisher };
}
