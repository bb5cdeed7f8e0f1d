import { languageTags } from "../../schema/languages/tags.ts";
import { fields } from "../../schema/notice/notice.ts";
import { entityTagPattern } from "../../schema/notice/protocol.ts";
import { textNames } from "../../schema/notice/texts.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import type { Draft } from "./draft.ts";

/** A draft, and when it was typed last, in ms since the epoch. */
export interface KeptDraft {
  at: number;
  draft: Draft;
}

/** A draft to continue with or, if this version cannot read it, its text. */
export type Offer = KeptDraft | { text: string };

const name = "backsoon draft";

export type Kept = ReturnType<typeof createKept>;

/** Keeps drafts: each tab its own over a reload, and the browser the one that was typed in last. */
export function createKept(tab: BrowserStorage, browser: BrowserStorage) {
  /** What this tab has kept; undefined once it is for other tabs as well. */
  let own: string | null | undefined = tab.read(name);
  const offerIn = (text: string | null): Offer | undefined =>
    text === null ? undefined : (read(text) ?? { text: readable(text) });
  return {
    /** The draft of this tab. A new tab has none, and gets an offer. */
    find(): { own?: KeptDraft | undefined; offer?: Offer | undefined } {
      const found = offerIn(tab.read(name));
      if (found && "draft" in found) return { own: found };
      own = undefined;
      return { offer: found ?? offerIn(browser.read(name)) };
    },
    /** Returns whether the browser keeps the draft. */
    keep(draft: Draft): boolean {
      own = JSON.stringify({ at: Date.now(), draft });
      const isInBrowser = browser.write(name, own);
      return tab.write(name, own) || isInBrowser;
    },
    /** Forgets this tab's draft, in the browser only if no other tab has typed since. */
    forget(): void {
      tab.remove(name);
      if (browser.read(name) === own) browser.remove(name);
    },
    /** From now on, the browser keeps what this tab has kept for other tabs as well. */
    leave(): void {
      own = undefined;
    },
    forgetOffer(): void {
      if (browser.read(name) !== own) browser.remove(name);
    },
    hasAny: (): boolean => (tab.read(name) ?? browser.read(name)) !== null,
    forgetAll(): void {
      tab.remove(name);
      browser.remove(name);
    },
    /** This tab's draft as text; undefined if there is none. */
    text(): string | undefined {
      const text = tab.read(name);
      return text === null ? undefined : readable(text);
    },
    /** From now on, this tab's draft is offered only as text. */
    setAside(): void {
      const text = tab.read(name);
      if (text !== null && tab.write(name, readable(text))) browser.write(name, readable(text));
    },
  };
}

function read(text: string): KeptDraft | undefined {
  try {
    const { at, draft } = JSON.parse(text);
    return Number.isFinite(at) && isDraft(draft) ? { at, draft } : undefined;
  } catch {
    return undefined;
  }
}

const entityTag = new RegExp(entityTagPattern);

/** Whether a value is a draft of this page. Any other value would break the page. */
function isDraft(value: unknown): boolean {
  if (!isEach(value, ["base", "notice", "keep", "typedReturn"], () => true)) return false;
  const { base, notice, keep, typedReturn = "" } = value;
  return (
    isEach(base, ["revision", "etag", "notice"], () => true) &&
    Number.isSafeInteger(base.revision) &&
    entityTag.test(String(base.etag)) &&
    isTyped(base.notice) &&
    isTyped(notice) &&
    Array.isArray(keep) &&
    keep.every(isText) &&
    isText(typedReturn)
  );
}

/** Whether a value has the shape of a notice. What visitors see may break limits as well, which may have been added later. */
function isTyped(notice: unknown): boolean {
  if (!isEach(notice, fields, () => true)) return false;
  const { isEnabled, translations = {}, ...texts } = notice;
  const isOfTexts = (value: unknown): boolean => isEach(value, textNames, isText);
  return (
    isEnabled === true &&
    isText(texts.title) &&
    isText(texts.contactEmail) &&
    Object.values(texts).every(isText) &&
    isEach(translations, languageTags, isOfTexts)
  );
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Whether a value is an object with only these names, and values that pass a check. */
function isEach(
  value: unknown,
  names: readonly string[],
  check: (part: unknown) => boolean,
): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, part]) => names.includes(name) && check(part));
}

type Leaf = [path: string[], value: unknown];

/** Kept JSON as text that people can read and copy, a line for each typed value. Any other text stays. */
export function readable(kept: string): string {
  try {
    const value: unknown = JSON.parse(kept);
    if (typeof value !== "object" || value === null) return kept;
    return leavesOf(value)
      .filter(([path, value]) => value !== "" && !path.includes("base"))
      .map(([path, value]) => `${path.filter((name) => !/^(draft|notice)$/.test(name)).join(".")}: ${value}`)
      .join("\n");
  } catch {
    // Also if it is nested too deeply.
    return kept;
  }
}

function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]));
}
