import { useEffect, useState } from "react";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetLeftAside, type LeftAside, leftAside } from "../kept/kept-drafts.ts";
import type { TabNames } from "../kept/tab.ts";

interface LeftAsideTexts {
  aside: LeftAside[];
  forget: (one: LeftAside) => void;
}

/** What is kept as a draft and cannot be gone on with; it stays until somebody deletes it. */
export function useLeftAside(storage: BrowserStorage, tabs: TabNames): LeftAsideTexts {
  const [aside, setAside] = useState<LeftAside[]>([]);
  useEffect(() => {
    // That of another version may be typed into in a tab that has that version.
    void tabs.open().then((open) => setAside(leftAside(storage).filter(({ tab }) => !open.includes(tab))));
  }, [storage, tabs]);
  const forget = (one: LeftAside): void => {
    forgetLeftAside(storage, one);
    setAside((known) => known.filter(({ key }) => key !== one.key));
  };
  return { aside, forget };
}
