import type { Draft } from "../draft/draft.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { isDraft } from "./draft-check.ts";

/** A draft that the browser keeps, by the tab in which it was typed. */
export interface KeptDraft {
  tab: string;
  /** When it was typed last, in ms since the epoch. */
  at: number;
  draft: Draft;
}

/** An entry among the drafts that is none for this version: of another version, damaged, or set aside. */
export interface LeftAside {
  /** The key that it is kept under. */
  key: string;
  tab: string;
  /** The text as it is kept. */
  text: string;
}

/** The version of the form of drafts. */
const version = "1";
/** A version that no draft has: an entry with it is left aside. */
const setAsideVersion = "0";
const keyOf = (tab: string, of = version): string => `backsoon draft ${of} ${tab}`;
const form = /^backsoon draft (\d+) (.+)$/s;

/** Keeps a tab's draft, replacing its last one; false if the browser does not. */
export function keepDraft(storage: BrowserStorage, { tab, at, draft }: KeptDraft): boolean {
  try {
    storage.setItem(keyOf(tab), JSON.stringify({ at, draft }));
    return true;
  } catch {
    return false;
  }
}

/** Forgets a tab's draft. */
export function forgetDraft(storage: BrowserStorage, tab: string): void {
  remove(storage, keyOf(tab));
}

/** Every draft that is kept, the newest first. */
export function keptDrafts(storage: BrowserStorage): KeptDraft[] {
  return everything(storage)
    .flatMap(({ draft }) => draft ?? [])
    .sort((one, other) => other.at - one.at);
}

/** Every entry among the drafts that is none for this version. */
export function leftAside(storage: BrowserStorage): LeftAside[] {
  return everything(storage).flatMap(({ key, tab, text, draft }) => (draft ? [] : { key, tab, text }));
}

/** Forgets what was left aside. */
export function forgetLeftAside(storage: BrowserStorage, { key }: LeftAside): void {
  remove(storage, key);
}

/** The text of a tab's draft, even if it cannot be read as one; undefined if there is none. */
export function keptText(storage: BrowserStorage, tab: string): string | undefined {
  return everything(storage).find(({ key }) => key === keyOf(tab))?.text;
}

/** Leaves a readable draft aside: from now on, it is offered as text. */
export function setAside(storage: BrowserStorage, tab: string): void {
  const text = keptText(storage, tab);
  if (text === undefined) return;
  try {
    // Removed first, since a full browser has no room for both.
    storage.removeItem(keyOf(tab));
    storage.setItem(keyOf(tab, setAsideVersion), text);
  } catch {
    try {
      storage.setItem(keyOf(tab), text);
    } catch {
      // Another tab has filled the room meanwhile.
    }
  }
}

function everything(storage: BrowserStorage): (LeftAside & { draft?: KeptDraft | undefined })[] {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    return keys.flatMap((key) => {
      const [, of, tab] = form.exec(key) ?? [];
      const text = storage.getItem(key);
      if (tab === undefined || text === null) return [];
      return [{ key, tab, text, draft: of === version ? read(tab, text) : undefined }];
    });
  } catch {
    return [];
  }
}

function read(tab: string, text: string): KeptDraft | undefined {
  try {
    const { at, draft } = JSON.parse(text);
    return Number.isFinite(at) && isDraft(draft) ? { tab, at, draft } : undefined;
  } catch {
    return undefined;
  }
}

function remove(storage: BrowserStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // A storage that cannot be reached has kept nothing.
  }
}
