import { type Action, changeWorkspace, type Workspace } from "./workspace.ts";

/** The state of the editor outside of what draws it: a command reads it when it is given. */
export interface WorkspaceState {
  current(): Workspace;
  dispatch(action: Action): void;
  /** Calls `changed` after each change; returns a function that unsubscribes. */
  subscribe(changed: () => void): () => void;
}

/** A state in which nothing is known yet but the time zone of whoever works with it. */
export function createState(zone: string): WorkspaceState {
  let current: Workspace = { zone };
  const subscribers = new Set<() => void>();
  return {
    current: () => current,
    dispatch(action) {
      current = changeWorkspace(current, action);
      for (const changed of subscribers) changed();
    },
    subscribe(changed) {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
  };
}
