import { type ReactNode, useEffect, useRef } from "react";
import { useMedia } from "../controls/focus.ts";
import { panelId, Tabs, tabId } from "../controls/tabs.tsx";
import { texts } from "../texts.ts";

export type Pane = "words" | "page";

const tabs = [
  { id: "words", label: texts.words.heading },
  { id: "page", label: texts.preview.heading },
] as const;

interface Props extends Record<Pane, ReactNode> {
  /** The visible pane, if there is no room for both. */
  pane: Pane;
  onPane: (pane: Pane) => void;
}

/** The words and the page side by side. Without room for both, two tabs that keep their scroll positions. */
export function Panes({ pane, onPane, words, page }: Props) {
  const isNarrow = useMedia("(max-width: 60rem)");
  const places = useRef({ words: 0, page: 0 });
  const select = (next: string): void => {
    places.current[pane] = scrollY;
    onPane(next as Pane);
  };
  useEffect(() => {
    if (isNarrow) scrollTo({ top: places.current[pane], behavior: "instant" });
  }, [isNarrow, pane]);
  const isHidden = (which: Pane): boolean => isNarrow && which !== pane;
  return (
    <>
      {isNarrow && (
        <Tabs label={texts.editor} name="pane" tabs={[...tabs]} selected={pane} onSelect={select} />
      )}
      <div
        className="panes"
        id={panelId("pane")}
        {...(isNarrow && { role: "tabpanel", "aria-labelledby": tabId("pane", pane) })}
      >
        <section className="words-pane" aria-label={texts.words.heading} hidden={isHidden("words")}>
          {words}
        </section>
        <section className="page-pane" aria-label={texts.preview.heading} hidden={isHidden("page")}>
          {page}
        </section>
      </div>
    </>
  );
}
