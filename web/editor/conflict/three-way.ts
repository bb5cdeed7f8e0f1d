import { fields, type Notice, type Translation } from "../../../schema/notice/notice.ts";

import { pageLanguages } from "../language.ts";

/** Whose value is to be published. */
export type Side = "mine" | "theirs";

type Value = string | boolean | Translation | undefined;

/** A part of the notice that somebody has changed: a field, or a whole translation. */
export interface Dispute {
  /** A field such as `title`, or a translation such as `translations.de`. */
  name: string;
  base: Value;
  mine: Value;
  theirs: Value;
  /** Both have changed it, and not to the same. */
  isOpen: boolean;
}

/** Where two notices differ from the one that both were made from, the languages by their names. */
export function compareThree(base: Notice, mine: Notice, theirs: Notice): Dispute[] {
  const own = fields
    .filter((field) => field !== "translations")
    .map((field) => dispute(field, base[field], mine[field], theirs[field]));
  const translated = pageLanguages.map((tag) =>
    dispute(
      `translations.${tag}`,
      ...([base, mine, theirs].map(({ translations }) => translations?.[tag]) as [Value, Value, Value]),
    ),
  );
  return [...own, ...translated].filter(
    ({ base, mine, theirs }) => !isSame(base, mine) || !isSame(base, theirs),
  );
}

function dispute(name: string, base: Value, mine: Value, theirs: Value): Dispute {
  const isOpen = !isSame(base, mine) && !isSame(base, theirs) && !isSame(mine, theirs);
  return { name, base, mine, theirs, isOpen };
}

function isSame(one: Value, other: Value): boolean {
  return (
    one === other ||
    (one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other))
  );
}

/** The side that is chosen by default: if one side alone changed the part, that one. */
export function sideOf({ base, mine }: Dispute): Side {
  return isSame(base, mine) ? "theirs" : "mine";
}

/** My notice, in which a language that they alone have touched stays as they left it. */
export function keepMine(theirs: Notice, disputes: Dispute[]): Notice {
  const sides = disputes.map((dispute) => {
    const isLanguage = dispute.name.startsWith("translations.");
    return [dispute.name, isLanguage ? sideOf(dispute) : "mine"] as const;
  });
  return mergeNotices(theirs, disputes, Object.fromEntries(sides));
}

/** Their notice with the parts that were chosen from mine. */
export function mergeNotices(theirs: Notice, disputes: Dispute[], sides: Record<string, Side>): Notice {
  const merged: Record<string, unknown> = { ...theirs };
  const translations: Record<string, unknown> = { ...theirs.translations };
  for (const found of disputes) {
    const { name, mine } = found;
    if ((sides[name] ?? sideOf(found)) === "theirs") continue;
    const [, tag] = name.split(".");
    if (tag) translations[tag] = mine;
    else merged[name] = mine;
  }
  const kept = Object.entries(translations).filter(([, texts]) => texts !== undefined);
  merged.translations = kept.length > 0 ? Object.fromEntries(kept) : undefined;
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as Notice;
}
