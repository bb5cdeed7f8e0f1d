import { changesOf, faultsOf } from "../draft/document.ts";
import { undecidedTags } from "../draft/translation-status.ts";
import type { Workspace } from "./workspace.ts";

/** A workspace with a session, a live notice and a draft. */
export type ReadyWorkspace = Workspace &
  Required<Pick<Workspace, "live" | "draft">> & {
    session: NonNullable<Workspace["session"]>;
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
  const { draft } = workspace;
  return (
    mayWrite(workspace) &&
    faultsOf(draft).length === 0 &&
    changesOf(draft).length > 0 &&
    undecidedTags(draft).length === 0
  );
}

/** Whether somebody else has published since the last publication of this page. */
export function isOvertaken({ live, outcome }: ReadyWorkspace): boolean {
  return outcome !== undefined && outcome.publication.etag !== live.etag;
}

/** Whether this very tab published the live notice. */
export function isOwnLive({ live, ownEtag }: ReadyWorkspace): boolean {
  return live.etag === ownEtag;
}

/** Whether the last publication of this page can be undone, without taking back what somebody else has published. */
export function canUndo(workspace: ReadyWorkspace): boolean {
  const { outcome } = workspace;
  return mayWrite(workspace) && outcome !== undefined && !outcome.isUndo && !isOvertaken(workspace);
}
