import { secondsUntilReturn } from "../notice/expected-return.ts";
import type { Notice, Translation } from "../notice/notice.ts";
import { textNames } from "../notice/texts.ts";
import { type Texts, writtenTexts } from "./written-texts.ts";

/** A notice after an outage, not checked yet, and the translations that it would have left incomplete. */
export interface Restored {
  notice: unknown;
  leftOut: string[];
}

/**
 * Gives each of these fields (`title`, `translations.de`) its value of an earlier notice, and keeps the others. An
 * expected return goes if it was set since, or has passed. Of other translations only texts that the notice has stay.
 */
export function restoreFields(current: Notice, before: Notice, fields: string[], now: Date): Restored {
  const restored = { ...current } as Record<string, unknown>;
  const translations: Record<string, Texts | undefined> = { ...current.translations };
  for (const field of fields) {
    const [, tag] = field.split("translations.");
    if (tag === undefined) restored[field] = before[field as keyof Notice];
    else translations[tag] = before.translations?.[tag];
  }
  const isSetSince = current.expectedReturn !== before.expectedReturn && !fields.includes("expectedReturn");
  const hasPassed = (secondsUntilReturn(restored as Notice, now.getTime()) ?? 1) <= 0;
  if (isSetSince || hasPassed) delete restored.expectedReturn;
  const written = writtenTexts(restored as Notice);
  const leftOut: string[] = [];
  const kept: Record<string, Translation> = {};
  for (const [tag, texts] of Object.entries(translations)) {
    if (!texts) continue;
    const needed = textNames.filter((name) => written[name] !== undefined);
    if (needed.some((name) => texts[name] === undefined)) leftOut.push(tag);
    else if (needed.length > 0) kept[tag] = Object.fromEntries(needed.map((name) => [name, texts[name]]));
  }
  restored.translations = Object.keys(kept).length > 0 ? kept : undefined;
  const present = Object.entries(restored).filter(([, value]) => value !== undefined);
  return { notice: Object.fromEntries(present), leftOut };
}
