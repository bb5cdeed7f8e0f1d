import type { Workspace } from "./workspace.ts";

/** A workspace in which there is something to work on. */
export type ReadyWorkspace = Workspace &
  Required<Pick<Workspace, "live" | "draft">> & {
    session: NonNullable<Workspace["session"]>;
  };
