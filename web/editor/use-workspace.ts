import { useEffect, useState, useSyncExternalStore } from "react";
import type { Client } from "./client.ts";
import { createCommands } from "./commands.ts";
import { outlookOf } from "./draft.ts";
import type { Kept } from "./kept.ts";
import { createPublisher } from "./publisher.ts";
import { createState } from "./state.ts";
import { troubleHere } from "./trouble.ts";

/** The tools of the page. */
export interface Tools {
  client: Client;
  kept: Kept;
}

/** The state of the editor, in step with the service and with the browser's storage, and its commands. */
export function useWorkspace({ client, kept }: Tools) {
  const [{ state, publisher, commands }] = useState(() => begin({ client, kept }));
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
        dispatch({ type: "signed-out", ...(reply.problem.code === "SESSION_LOCKED" && { left: "locked" }) });
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
      const found = before ? {} : kept.find();
      const write = found.own && { base: found.own.draft.base, notice: outlookOf(found.own.draft).notice };
      const outcome = reply.value && (await publisher.settle(reply.value, write ? [write] : []));
      if (shown() === before) dispatch({ type: "live", live: reply.value, ...found });
      // In the same step, or the page would say that somebody else published it.
      if (outcome) dispatch({ type: "published", outcome });
    });
  }, [client, commands, dispatch, isSignedIn, kept, publisher, state]);

  const revision = live?.revision;
  useEffect(() => {
    if (revision === undefined) return;
    void client.revision(revision).then((reply) => {
      if (reply.ok) dispatch({ type: "entry", entry: reply.value });
    });
  }, [client, dispatch, revision]);

  useEffect(() => {
    if (!draft) return;
    if (!outlookOf(draft).isTouched) return kept.forget();
    dispatch({ type: "kept", isKept: kept.keep(draft) });
  }, [dispatch, draft, kept]);

  return { workspace, commands };
}

function begin({ client, kept }: Tools) {
  const state = createState();
  const publisher = createPublisher({ client, dispatch: state.dispatch });
  return { state, publisher, commands: createCommands({ client, kept, state, publisher }) };
}

/** How often the editor asks whether somebody else has published, in ms. */
const noticePollMs = 4_000;

/** Polls while the page is visible, and at once when its visibility or the network changes. Returns a function that stops it. */
export function startPolling(ask: () => Promise<void>, intervalMs = noticePollMs): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;
  const askNow = async (): Promise<void> => {
    clearTimeout(timer);
    if (isAsking || isOver || document.hidden) return;
    isAsking = true;
    await ask();
    isAsking = false;
    if (!isOver) timer = setTimeout(askNow, intervalMs);
  };
  // The events are not captured, because the focus of a field does not mean that the page came back.
  const events = ["visibilitychange", "focus", "online", "offline"] as const;
  for (const event of events) addEventListener(event, askNow);
  void askNow();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const event of events) removeEventListener(event, askNow);
  };
}
