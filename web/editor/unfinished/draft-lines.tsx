import { useEffect, useState } from "react";
import { changedFields } from "../../../schema/notice/difference.ts";
import { partName } from "../difference/part-name.ts";
import { changesOf } from "../draft/document.ts";
import { type Draft, isTouched } from "../draft/draft.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetDraft, type KeptDraft, keptDrafts } from "../kept/kept-drafts.ts";
import type { TabNames } from "../kept/tab.ts";
import { texts } from "../texts.ts";
import { age } from "../time/age.ts";
import { keepWrites } from "../writes/sent-writes.ts";

const said = texts.drafts;

interface Props {
  storage: BrowserStorage;
  tabs: TabNames;
  draft: Draft;
  restoredAt: number | undefined;
  onRestore: (kept: KeptDraft) => void;
}

/** That a draft came back by itself, and the unfinished ones of tabs that are no longer open. */
export function DraftLines({ storage, tabs, draft, restoredAt, onRestore }: Props) {
  const [offered, setOffered] = useState<KeptDraft[]>([]);
  // What is set aside here comes with a change of what is typed.
  const isClean = !isTouched(draft);
  useEffect(() => {
    if (isClean)
      void tabs
        .open()
        .then((open) => setOffered(keptDrafts(storage).filter(({ tab }) => !open.includes(tab))));
  }, [storage, tabs, isClean]);
  const forget = ({ tab }: KeptDraft): void => {
    forgetDraft(storage, tab);
    keepWrites(storage, tab, []);
    setOffered((known) => known.filter((kept) => kept.tab !== tab));
  };
  const now = Date.now();
  return (
    <>
      {restoredAt !== undefined && (
        <div className="line" role="status">
          <p>{said.back(age(restoredAt, now, texts.justNow), draft.base.revision)}</p>
        </div>
      )}
      {offered.map((kept) => (
        <div key={kept.tab} className="line">
          <p>
            {said.offer(
              age(kept.at, now, texts.justNow),
              kept.draft.base.revision,
              changedFields(changesOf(kept.draft)).map(partName),
            )}
          </p>
          <button
            type="button"
            // What is typed here would be lost.
            disabled={!isClean}
            onClick={() => {
              onRestore(kept);
              forget(kept);
            }}
          >
            {said.goOn}
          </button>
          <button type="button" className="plain" onClick={() => forget(kept)}>
            {said.forget}
          </button>
        </div>
      ))}
    </>
  );
}
