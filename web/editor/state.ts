import type { RevisionReply } from "../../schema/editor-api/revisions.ts";
import type { Session } from "../../schema/editor-api/session.ts";
import type { CompletedWrite } from "../../schema/editor-api/write-outcome.ts";
import { type Notice, serialize } from "../../schema/notice/notice.ts";
import type { Base } from "./client.ts";
import { type Draft, draftOf, type Edit, outlookOf } from "./draft.ts";
import type { KeptDraft, Offer } from "./kept.ts";
import type { Trouble } from "./trouble.ts";

/** A notice to publish, and its base: it replaces no other revision. */
export interface Write {
  base: Base;
  notice: Notice;
  /** The earlier revision that it repeats; absent if it is new. */
  again?: number;
  /** It turns the switch as well, so that visitors see it now. */
  isShown?: boolean | undefined;
  /** It undoes the last publication, and cannot be undone itself. */
  isUndo?: true;
}

/** A revision that this page has published. */
export interface Outcome extends Pick<Write, "again" | "isUndo"> {
  publication: Base & Partial<Pick<CompletedWrite, "nodes" | "warnings">>;
  /** What was live before, for the undo. */
  before: Base;
}

export interface SessionTrouble {
  text: string;
  /** Tries once more. */
  again: () => void;
}

/** Everything that the editor knows. Only `changeWorkspace` changes it. */
export interface Workspace {
  /** Absent until it is known; null for nobody. */
  session?: Session | null | undefined;
  /** Why nobody is: signed out here, or the browser has a session, but not its key. */
  left?: "signedOut" | "locked" | undefined;
  trouble?: Trouble | undefined;
  sessionTrouble?: SessionTrouble | undefined;
  live?: Base;
  entry?: RevisionReply | undefined;
  draft?: Draft;
  /** When the browser kept the draft, if it came back. */
  restoredAt?: number | undefined;
  /** Another draft to continue with, or its text. */
  offer?: Offer | undefined;
  /** The browser does not keep what is typed. */
  isUnkept?: boolean;
  /** The last publication. */
  outcome?: Outcome | undefined;
}

export type Action =
  /** Somebody is signed in; undefined if it is not known who. */
  | { type: "signed-in"; session: Session | undefined }
  /** `isEmptied`: what was typed goes. */
  | { type: "signed-out"; left?: Workspace["left"]; isEmptied?: boolean }
  | { type: "session-trouble"; trouble: SessionTrouble | undefined }
  | { type: "trouble"; trouble: Trouble }
  /** What visitors see now; undefined if it has not changed. The first comes with what the browser keeps. */
  | { type: "live"; live: Base | undefined; own?: KeptDraft | undefined; offer?: Offer | undefined }
  | { type: "entry"; entry: RevisionReply }
  | { type: "edited"; edit: Edit }
  /** The draft that is offered takes the place of this one, which is offered then. */
  | { type: "restored" }
  | { type: "forgotten" }
  | { type: "discarded" }
  /** Continues with another notice. What was typed is offered, unless all of it is in that. */
  | { type: "taken"; notice: Notice; isWhole: boolean }
  /** Text that is typed meanwhile stays. */
  | { type: "published"; outcome: Outcome }
  /** Whether the browser keeps what is typed. */
  | { type: "kept"; isKept: boolean }
  | { type: "outcome-closed" };

/** The state after something has happened. */
export function changeWorkspace(state: Workspace, action: Action): Workspace {
  const { live, draft } = state;
  switch (action.type) {
    case "signed-in":
      return { ...state, session: action.session, trouble: undefined };
    case "signed-out": {
      const { left, isEmptied } = action;
      return { ...(isEmptied ? {} : state), session: null, left, sessionTrouble: undefined };
    }
    case "session-trouble":
      return { ...state, sessionTrouble: action.trouble };
    case "trouble":
      return { ...state, trouble: action.trouble };
    case "live":
      return arrived(state, action);
    case "entry":
      return action.entry.revision === live?.revision ? { ...state, entry: action.entry } : state;
    case "edited":
      return draft ? { ...state, draft: action.edit(draft), restoredAt: undefined } : state;
    case "restored":
      return state.offer && "draft" in state.offer
        ? { ...state, ...offering(draft), draft: state.offer.draft, restoredAt: state.offer.at }
        : state;
    case "forgotten":
      return { ...state, offer: undefined };
    case "discarded":
      return live ? { ...state, ...offering(draft), draft: draftOf(live), restoredAt: undefined } : state;
    case "taken":
      return live && draft
        ? {
            ...state,
            ...(!action.isWhole && offering(draft)),
            draft: { ...draft, base: live, notice: action.notice },
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

function offering(draft: Draft | undefined): Pick<Workspace, "offer"> {
  return { offer: draft && outlookOf(draft).isTouched ? { at: Date.now(), draft } : undefined };
}

function arrived(state: Workspace, { live, own, offer }: Extract<Action, { type: "live" }>): Workspace {
  if (!live) return { ...state, trouble: undefined };
  const next = { ...showing(state, live), ...(offer && !isPublished(offer, live) && { offer }) };
  if (state.draft && outlookOf(state.draft).isTouched) return next;
  if (!state.draft && own) return { ...next, draft: own.draft, restoredAt: own.at };
  return { ...next, draft: draftOf(live) };
}

const isPublished = (offer: Offer, live: Base): boolean =>
  "draft" in offer && isDraftOf(offer.draft, live.notice);

/** Whether a draft would publish exactly this notice. A value that is none yet is in no notice. */
function isDraftOf(draft: Draft, notice: Notice): boolean {
  const outlook = outlookOf(draft);
  return outlook.faults.length === 0 && serialize(outlook.notice) === serialize(notice);
}

function showing(state: Workspace, live: Base): Workspace & { live: Base } {
  const entry = state.entry?.revision === live.revision ? state.entry : undefined;
  return { ...state, live, entry, trouble: undefined };
}

function published(state: Workspace, outcome: Outcome): Workspace {
  const { draft } = state;
  const { revision, etag, notice } = outcome.publication;
  const own = { revision, etag, notice };
  // The outcome may be late, and somebody else has published since.
  const live = state.live && state.live.revision > own.revision ? state.live : own;
  const next = { ...showing(state, live), restoredAt: undefined, outcome };
  if (!draft || !outlookOf(draft).isTouched || isDraftOf(draft, own.notice))
    return { ...next, draft: draftOf(live) };
  // The notice of a rollback was not typed here.
  return { ...next, draft: outcome.again === undefined ? { ...draft, base: own, keep: [] } : draft };
}

export type State = ReturnType<typeof createState>;

/** The state of the editor outside React, so that commands can read it at any time. */
export function createState() {
  let current: Workspace = {};
  const subscribers = new Set<() => void>();
  return {
    current: () => current,
    dispatch(action: Action): void {
      current = changeWorkspace(current, action);
      for (const changed of subscribers) changed();
    },
    /** Calls `changed` after each change; returns a function that unsubscribes. */
    subscribe(changed: () => void) {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
  };
}

/** A workspace with a session, a live notice and a draft. */
export type ReadyWorkspace = Workspace & {
  session: Session;
  live: Base;
  draft: Draft;
};

/** The workspace once somebody is signed in and has a draft; undefined until then. */
export function readyOf(workspace: Workspace): ReadyWorkspace | undefined {
  const { session, live, draft } = workspace;
  return session && live && draft ? { ...workspace, session, live, draft } : undefined;
}

/** Whether the signed-in person may publish. */
export function mayWrite({ session }: ReadyWorkspace): boolean {
  return session.scope !== "read";
}

/** Whether the draft can be published: it changes something, nothing is wrong with it, and nothing is undecided. */
export function canPublish(workspace: ReadyWorkspace): boolean {
  const { faults, changes, undecided } = outlookOf(workspace.draft);
  return mayWrite(workspace) && faults.length === 0 && changes.length > 0 && undecided.length === 0;
}

/** Whether somebody else has published since the last publication of this page. */
export function isOvertaken({ live, outcome }: ReadyWorkspace): boolean {
  return outcome !== undefined && outcome.publication.etag !== live.etag;
}

/** Whether the last publication of this page can be undone, without taking back what somebody else has published. */
export function canUndo(workspace: ReadyWorkspace): boolean {
  const { outcome } = workspace;
  return mayWrite(workspace) && outcome !== undefined && !outcome.isUndo && !isOvertaken(workspace);
}
