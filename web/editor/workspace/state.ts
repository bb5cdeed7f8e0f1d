import { type Action, changeWorkspace, type Workspace } from "./workspace.ts";

export type WorkspaceState = ReturnType<typeof createState>;

/**
 * The state of the editor outside React, so that commands can read it at any time. It starts with only the person's
 * time zone.
 */
export function createState(zone: string) {
  let current: Workspace = { zone };
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
