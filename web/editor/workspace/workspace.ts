import type { RevisionReply } from "../../../schema/editor-api/revisions.ts";
import type { Session } from "../../../schema/editor-api/session.ts";
import type { Base } from "../client/client.ts";
import { continuedFrom, isDraftOf } from "../draft/continued.ts";
import { type Draft, draftFrom, draftOf, isTouched } from "../draft/draft.ts";
import { stillRefused } from "../draft/edit.ts";
import type { KeptDraft } from "../kept/kept-drafts.ts";
import type { Trouble } from "../trouble/trouble.ts";
import type { SessionTrouble } from "./change-session.ts";
import type { Outcome } from "./publisher.ts";

/** Everything that the editor knows. Only `changeWorkspace` changes it. */
export interface Workspace {
  /** The person's time zone, for new drafts. */
  zone: string;
  /** Absent until it is known; null for nobody. */
  session?: Session | null | undefined;
  /** The browser has a session, but not its key. */
  isLocked?: boolean;
  trouble?: Trouble | undefined;
  /** A failed action on the session. */
  sessionTrouble?: SessionTrouble | undefined;
  /** What visitors see now. */
  live?: Base;
  /** The details of the live revision. */
  entry?: RevisionReply | undefined;
  draft?: Draft;
  /** When the browser kept the draft, if it was restored. */
  restoredAt?: number | undefined;
  /** The browser does not keep what is typed. */
  isUnkept?: boolean;
  /** The last publication. */
  outcome?: Outcome | undefined;
  /** The entity tag of what this tab published last. */
  ownEtag?: string;
}

export type Action =
  /** Somebody is signed in; undefined if it is not known who. */
  | { type: "signed-in"; session: Session | undefined }
  /** `isEmptied`: what was typed goes. */
  | { type: "signed-out"; isLocked?: boolean; isEmptied?: boolean }
  | { type: "session-trouble"; trouble: SessionTrouble | undefined }
  | { type: "trouble"; trouble: Trouble }
  /** What visitors see now; undefined if it has not changed. `kept` is this tab's draft, for the first reply. */
  | { type: "live"; live: Base | undefined; kept?: KeptDraft | undefined }
  | { type: "entry"; entry: RevisionReply }
  | { type: "edited"; change: (draft: Draft) => Draft }
  | { type: "restored"; kept: KeptDraft }
  | { type: "discarded" }
  /** Continues with another notice: one of the history, or one merged from two. */
  | { type: "taken"; notice: Base["notice"]; decisions?: Draft["decisions"] }
  /** Text that is typed meanwhile stays. */
  | { type: "published"; outcome: Outcome }
  /** Whether the browser keeps what is typed. */
  | { type: "kept"; isKept: boolean }
  | { type: "outcome-closed" };

/** The state after something has happened. */
export function changeWorkspace(state: Workspace, action: Action): Workspace {
  switch (action.type) {
    case "signed-in":
      return { ...state, session: action.session, trouble: undefined };
    case "signed-out":
      return {
        ...(action.isEmptied ? { zone: state.zone } : state),
        session: null,
        isLocked: action.isLocked === true,
        sessionTrouble: undefined,
      };
    case "session-trouble":
      return { ...state, sessionTrouble: action.trouble };
    case "trouble":
      return { ...state, trouble: action.trouble };
    case "live":
      return arrived(state, action);
    case "entry":
      return action.entry.revision === state.live?.revision ? { ...state, entry: action.entry } : state;
    case "edited":
      return state.draft ? { ...state, draft: action.change(state.draft), restoredAt: undefined } : state;
    case "restored":
      return restored(state, action.kept);
    case "discarded":
      return state.live ? { ...state, draft: draftOf(state.live, state.zone), restoredAt: undefined } : state;
    case "taken":
      return state.live
        ? {
            ...state,
            draft: stillRefused(
              state.draft,
              draftFrom(action.notice, state.live, state.zone, action.decisions),
            ),
            restoredAt: undefined,
          }
        : state;
    case "published":
      return published(state, action.outcome);
    case "kept":
      return action.isKept === !state.isUnkept ? state : { ...state, isUnkept: !action.isKept };
    case "outcome-closed":
      return { ...state, outcome: undefined };
  }
}

function arrived(
  state: Workspace,
  { live, kept }: { live: Base | undefined; kept?: KeptDraft | undefined },
): Workspace {
  if (!live) return { ...state, trouble: undefined };
  const next = showing(state, live);
  if (state.draft && isTouched(state.draft)) return next;
  if (!state.draft && kept) return { ...next, draft: kept.draft, restoredAt: kept.at };
  return { ...next, draft: draftOf(live, state.zone) };
}

/** The state once the live notice is known. */
function showing(state: Workspace, live: Base): Workspace & { live: Base } {
  const entry = state.entry?.revision === live.revision ? state.entry : undefined;
  return { ...state, live, entry, trouble: undefined };
}

/** The state with the draft of a closed tab, unless that draft was published already. */
function restored(state: Workspace, { draft, at }: KeptDraft): Workspace {
  const { live } = state;
  return live && isDraftOf(draft, live.notice) ? state : { ...state, draft, restoredAt: at };
}

function published(state: Workspace, outcome: Outcome): Workspace {
  const { draft } = state;
  const { revision, etag, notice } = outcome.publication;
  const own = { revision, etag, notice };
  // The outcome may be late, and somebody else has published since.
  const live = state.live && state.live.revision > own.revision ? state.live : own;
  const next = { ...showing(state, live), restoredAt: undefined, outcome, ownEtag: own.etag };
  if (!draft || !isTouched(draft) || isDraftOf(draft, own.notice))
    return { ...next, draft: draftOf(live, state.zone) };
  // The notice of a rollback was not typed here.
  return { ...next, draft: outcome.again === undefined ? continuedFrom(draft, own) : draft };
}
