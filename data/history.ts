import {
  type Change,
  difference,
  type TranslationChanges,
  translationChanges,
} from "../schema/notice/difference.ts";
import type { DamagedRevision, HistoryRange, NoticeReader, Revision } from "./store.ts";

/** A revision and its changes; those of a damaged revision are not known. */
export type HistoryEntry = (Revision | DamagedRevision) & {
  changes: Change[];
  translations: TranslationChanges;
};

/** A page of the history, newest first, and whether there are older revisions. */
export async function readHistory(
  store: Pick<NoticeReader, "history">,
  { limit, before }: HistoryRange,
): Promise<{ entries: HistoryEntry[]; hasOlder: boolean }> {
  const found = await store.history({ limit, before });
  // One more than is returned, to tell what changed in the last one.
  const [older] = await store.history({ limit: 1, before: found.at(-1)?.number ?? before });
  const entries = found.map((entry, index) => withChanges(entry, found[index + 1] ?? older));
  return { entries, hasOlder: older !== undefined };
}

type Stored = Revision | DamagedRevision;

/** Adds the changes since the previous revision; if that one is damaged, every field counts as changed. */
function withChanges(entry: Stored, previous: Stored | undefined): HistoryEntry {
  const before = previous && "notice" in previous ? previous.notice : undefined;
  if (!("notice" in entry))
    return { ...entry, changes: [], translations: { added: [], changed: [], removed: [] } };
  const { notice } = entry;
  return { ...entry, changes: difference(before, notice), translations: translationChanges(before, notice) };
}
