import { useEffect, useState } from "react";
import { TextToCopy } from "../controls/text-to-copy.tsx";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { forgetLeftAside, type LeftAside, leftAside } from "../kept/kept-drafts.ts";
import { readable } from "../kept/readable.ts";
import type { TabNames } from "../kept/tab.ts";
import { texts } from "../texts.ts";

const said = texts.drafts;

/** What is kept as a draft and cannot be gone on with, as text; it stays until somebody deletes it. */
export function LeftAsideLines({ storage, tabs }: { storage: BrowserStorage; tabs: TabNames }) {
  const [offered, setOffered] = useState<LeftAside[]>([]);
  useEffect(() => {
    // That of another version may be typed into in a tab that has that version.
    void tabs.open().then((open) => setOffered(leftAside(storage).filter(({ tab }) => !open.includes(tab))));
  }, [storage, tabs]);
  const forget = (one: LeftAside): void => {
    forgetLeftAside(storage, one);
    setOffered((known) => known.filter(({ key }) => key !== one.key));
  };
  return offered.map((one) => (
    <div key={one.key} className="line left-aside">
      <p>{said.leftAside}</p>
      <button type="button" className="plain" onClick={() => forget(one)}>
        {said.forget}
      </button>
      <details>
        <summary>{said.showText}</summary>
        <TextToCopy label={said.itsText} text={readable(one.text)} />
      </details>
    </div>
  ));
}
