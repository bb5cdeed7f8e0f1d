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

/** An entry that is no draft of this version: of another version, damaged, or set aside. */
export interface LeftAside {
  /** The key that it is kept under. */
  key: string;
  tab: string;
  /** The text as it is kept. */
  text: string;
}

/** The version of the form of drafts. */
const version = "1";
/** The version of entries that were set aside. No draft has it. */
const setAsideVersion = "0";
const keyOf = (tab: string, of = version): string => `backsoon draft ${of} ${tab}`;
const form = /^backsoon draft (\d+) (.+)$/s;

/** Keeps a tab's draft, replacing its last one; false if the browser does not. */
export function keepDraft(storage: BrowserStorage, { tab, at, draft }: KeptDraft): boolean {
  return storage.write(keyOf(tab), JSON.stringify({ at, draft }));
}

/** Forgets a tab's draft. */
export function forgetDraft(storage: BrowserStorage, tab: string): void {
  storage.remove(keyOf(tab));
}

/** Whether anything of any tab is kept. */
export function hasKept(storage: BrowserStorage): boolean {
  return everything(storage).length > 0;
}

/** Forgets everything of every tab. */
export function forgetAll(storage: BrowserStorage): void {
  for (const { key } of everything(storage)) storage.remove(key);
}

/** Every draft that is kept, the newest first. */
export function keptDrafts(storage: BrowserStorage): KeptDraft[] {
  return everything(storage)
    .flatMap(({ draft }) => draft ?? [])
    .sort((one, other) => other.at - one.at);
}

/** Every entry that is no draft of this version. */
export function leftAside(storage: BrowserStorage): LeftAside[] {
  return everything(storage).flatMap(({ key, tab, text, draft }) => (draft ? [] : { key, tab, text }));
}

/** The text of a tab's draft, even if it cannot be read as one; undefined if there is none. */
export function keptText(storage: BrowserStorage, tab: string): string | undefined {
  return everything(storage).find(({ key }) => key === keyOf(tab))?.text;
}

/** Leaves a readable draft aside: from now on, it is offered as text. */
export function setAside(storage: BrowserStorage, tab: string): void {
  const text = keptText(storage, tab);
  if (text === undefined) return;
  // Removed first, since a full browser has no room for both.
  storage.remove(keyOf(tab));
  if (!storage.write(keyOf(tab, setAsideVersion), text)) storage.write(keyOf(tab), text);
}

function everything(storage: BrowserStorage): (LeftAside & { draft?: KeptDraft | undefined })[] {
  return storage.names().flatMap((key) => {
    const [, of, tab] = form.exec(key) ?? [];
    const text = storage.read(key);
    if (tab === undefined || text === null) return [];
    return [{ key, tab, text, draft: of === version ? read(tab, text) : undefined }];
  });
}

function read(tab: string, text: string): KeptDraft | undefined {
  try {
    const { at, draft } = JSON.parse(text);
    return Number.isFinite(at) && isDraft(draft) ? { tab, at, draft } : undefined;
  } catch {
    return undefined;
  }
}
