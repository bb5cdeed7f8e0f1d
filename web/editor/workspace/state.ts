import { type Action, changeWorkspace, type Workspace } from "./workspace.ts";

/** The state of the editor outside of what draws it: a command reads it when it is given, and not when its button was drawn. */
export interface Store {
  state(): Workspace;
  dispatch(action: Action): void;
  /** Calls what is given after each change; gives what stops that. */
  subscribe(changed: () => void): () => void;
}

/** A store in which nothing is known yet but the time zone of whoever works with it. */
export function createStore(zone: string): Store {
  let state: Workspace = { zone };
  const heard = new Set<() => void>();
  return {
    state: () => state,
    dispatch(action) {
      state = changeWorkspace(state, action);
      for (const changed of heard) changed();
    },
    subscribe(changed) {
      heard.add(changed);
      return () => heard.delete(changed);
    },
  };
}
