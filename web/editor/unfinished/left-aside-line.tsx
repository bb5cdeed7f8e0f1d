import { useEffect, useState } from "react";
import { TextToCopy } from "../controls/text-to-copy.tsx";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetLeftAside, type LeftAside, leftAside } from "../kept/kept-drafts.ts";
import { readable } from "../kept/readable.ts";
import type { TabNames } from "../kept/tab.ts";
import { texts } from "../texts.ts";

const said = texts.drafts;

/** A draft that cannot be gone on with, as text to copy. */
export function LeftAsideLine({ one, onForget }: { one: LeftAside; onForget: (one: LeftAside) => void }) {
  return (
    <div className="line left-aside">
      <p>{said.leftAside}</p>
      <button type="button" className="plain" onClick={() => onForget(one)}>
        {said.forget}
      </button>
      <details>
        <summary>{said.showText}</summary>
        <TextToCopy label={said.itsText} text={readable(one.text)} />
      </details>
    </div>
  );
}

/** What is kept as a draft and cannot be gone on with; it stays until somebody deletes it. */
export function useLeftAside(storage: BrowserStorage, tabs: TabNames) {
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
