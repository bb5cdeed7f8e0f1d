import { useEffect, useState } from "react";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetDraft, type KeptDraft, keptDrafts } from "../kept/kept-drafts.ts";
import type { TabNames } from "../kept/tab.ts";
import { keepWrites } from "../writes/sent-writes.ts";

interface OfferedDrafts {
  offered: KeptDraft[];
  forget: (kept: KeptDraft) => void;
}

/** The unfinished drafts of tabs that are no longer open; they are looked for whenever nothing is typed here. */
export function useOfferedDrafts(storage: BrowserStorage, tabs: TabNames, isClean: boolean): OfferedDrafts {
  const [offered, setOffered] = useState<KeptDraft[]>([]);
  // What is set aside here comes with a change of what is typed.
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
  return { offered, forget };
}
