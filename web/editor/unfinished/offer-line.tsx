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
  /** Whether nothing is typed here that would be lost. */
  isClean: boolean;
  onRestore: (kept: KeptDraft) => void;
  onForget: (kept: KeptDraft) => void;
}

/** An unfinished draft of a closed tab, to continue or delete. */
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
 * What is kept of closed tabs until somebody deletes it: unfinished drafts, which are looked up whenever nothing is
 * typed here, and drafts that cannot be continued.
 */
export function useUnfinished(storage: BrowserStorage, tabs: TabNames, isClean: boolean) {
  const [offered, setOffered] = useState<KeptDraft[]>([]);
  const [aside, setAside] = useState<LeftAside[]>([]);
  // If a draft is set aside here, `isClean` changes as well.
  useEffect(() => {
    void tabs.open().then((open) => {
      const isClosed = ({ tab }: { tab: string }): boolean => !open.includes(tab);
      if (isClean) setOffered(keptDrafts(storage).filter(isClosed));
      // An entry of another version may still be in use in an open tab of that version.
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
