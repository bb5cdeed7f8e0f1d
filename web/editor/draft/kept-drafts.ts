import type { BrowserStorage } from "./browser-storage.ts";
import type { Draft } from "./draft.ts";

/** A draft that the browser keeps, by the tab in which it was typed. */
export interface KeptDraft {
  tab: string;
  /** When it was typed last, in ms since the epoch. */
  at: number;
  draft: Draft;
}

/** What is in it goes up when drafts take another form: older ones are left alone then. */
const prefix = "backsoon draft 1 ";

/** Keeps a tab's draft in place of its last one; false if the browser does not. */
export function keepDraft(storage: BrowserStorage, { tab, at, draft }: KeptDraft): boolean {
  try {
    storage.setItem(`${prefix}${tab}`, JSON.stringify({ at, draft }));
    return true;
  } catch {
    return false;
  }
}

/** Forgets a tab's draft. */
export function forgetDraft(storage: BrowserStorage, tab: string): void {
  try {
    storage.removeItem(`${prefix}${tab}`);
  } catch {
    // What cannot be reached was not kept.
  }
}

/** Every draft that is kept, the newest first. */
export function keptDrafts(storage: BrowserStorage): KeptDraft[] {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    return keys
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => read(key.slice(prefix.length), storage.getItem(key)))
      .sort((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

function read(tab: string, text: string | null): KeptDraft[] {
  try {
    const { at, draft } = JSON.parse(text ?? "");
    return typeof at === "number" && typeof draft.base.revision === "number" ? [{ tab, at, draft }] : [];
  } catch {
    return [];
  }
}
