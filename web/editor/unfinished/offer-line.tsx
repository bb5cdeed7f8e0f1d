import { useEffect, useState } from "react";
import { changedFields } from "../../../schema/notice/difference.ts";
import { Button, PlainButton } from "../controls/button.tsx";
import { partName } from "../difference/part-name.ts";
import { changesOf } from "../draft/document.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetDraft, type KeptDraft, keptDrafts, type LeftAside, leftAside } from "../kept/kept-drafts.ts";
import type { TabNames } from "../kept/tab.ts";
import { texts } from "../texts.ts";
import { age } from "../time/age.ts";

const said = texts.drafts;

interface Props {
  kept: KeptDraft;
  /** Whether nothing is typed here: it would be lost. */
  isClean: boolean;
  onRestore: (kept: KeptDraft) => void;
  onForget: (kept: KeptDraft) => void;
}

/** An unfinished draft of a tab that is no longer open: to be gone on with, or deleted. */
export function OfferLine({ kept, isClean, onRestore, onForget }: Props) {
  const names = changedFields(changesOf(kept.draft)).map(partName);
  return (
    <div className="line">
      <p>{said.offer(age(kept.at, Date.now()), kept.draft.base.revision, names)}</p>
      <Button
        disabled={!isClean}
        onClick={() => {
          onRestore(kept);
          onForget(kept);
        }}
      >
        {said.goOn}
      </Button>
      <PlainButton onClick={() => onForget(kept)}>{said.forget}</PlainButton>
    </div>
  );
}

/**
 * What is kept of tabs that are no longer open, until somebody deletes it: unfinished drafts, which are looked for whenever
 * nothing is typed here, and what cannot be gone on with.
 */
export function useUnfinished(storage: BrowserStorage, tabs: TabNames, isClean: boolean) {
  const [offered, setOffered] = useState<KeptDraft[]>([]);
  const [aside, setAside] = useState<LeftAside[]>([]);
  // What is set aside here comes with a change of what is typed.
  useEffect(() => {
    void tabs.open().then((open) => {
      const isClosed = ({ tab }: { tab: string }): boolean => !open.includes(tab);
      if (isClean) setOffered(keptDrafts(storage).filter(isClosed));
      // That of another version may be typed into in a tab that has that version.
      setAside(leftAside(storage).filter(isClosed));
    });
  }, [storage, tabs, isClean]);
  const forget = ({ tab }: KeptDraft): void => {
    forgetDraft(storage, tab);
    setOffered((known) => known.filter((kept) => kept.tab !== tab));
  };
  const forgetAside = (one: LeftAside): void => {
    storage.remove(one.key);
    setAside((known) => known.filter(({ key }) => key !== one.key));
  };
  return { offered, forget, aside, forgetAside };
}
