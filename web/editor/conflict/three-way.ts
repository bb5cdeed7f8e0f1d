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
  /** Both changed it, to different values. */
  isOpen: boolean;
}

/** The parts in which two notices differ from their base, with languages in the order of their names. */
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

/** The default side: theirs if I did not change the part, else mine. */
export function sideOf({ base, mine }: Dispute): Side {
  return isSame(base, mine) ? "theirs" : "mine";
}

/** Their notice with all of my changes. Of parts that only they changed, the chosen sides. */
export function keepMine(theirs: Notice, disputes: Dispute[], sides: Record<string, Side>): Notice {
  const changed = disputes.filter((dispute) => sideOf(dispute) === "mine");
  const mine = Object.fromEntries(changed.map(({ name }) => [name, "mine"] as const));
  return mergeNotices(theirs, disputes, { ...sides, ...mine });
}

/** Their notice with the chosen parts of mine. */
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
