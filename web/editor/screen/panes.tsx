import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../controls/button.tsx";
import { useMedia } from "../controls/focus.ts";
import { texts } from "../texts.ts";

const panels = { words: "words-panel", page: "page-panel" };

interface Props {
  /** The tabs of the notice and its languages, and the selected one. */
  tabs: Omit<Tab, "panel">[];
  tab: string;
  onTab: (tab: string) => void;
  /** Whether the page is visible, if there is no room for both. */
  isPage: boolean;
  onPage: (isPage: boolean) => void;
  words: ReactNode;
  page: ReactNode;
}

/**
 * The words and the page side by side, with a tab for each language. Without room for both, the page is one more tab,
 * and both keep their scroll positions.
 */
export function Panes({ tabs, tab, onTab, isPage: isAsked, onPage, words, page }: Props) {
  const isNarrow = useMedia("(max-width: 60rem)");
  const isPage = isNarrow && isAsked;
  const selected = isPage ? "page" : tab;
  const places = useRef({ words: 0, page: 0 });
  const row = useRef<HTMLDivElement>(null);
  const select = (next: string): void => {
    places.current[isPage ? "page" : "words"] = scrollY;
    onPage(next === "page");
    if (next !== "page") onTab(next);
  };
  useEffect(() => {
    if (isNarrow) scrollTo({ top: places.current[isPage ? "page" : "words"], behavior: "instant" });
  }, [isNarrow, isPage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tab has to scroll into view.
  useEffect(() => {
    row.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selected]);
  const all: Tab[] = [
    ...tabs.map((one) => ({ ...one, panel: panels.words })),
    ...(isNarrow ? [{ id: "page", label: texts.preview.heading, panel: panels.page }] : []),
  ];
  /** The arrow keys select the next tab. @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
  const move = (event: KeyboardEvent): void => {
    const at = all.findIndex(({ id }) => id === selected);
    const ends: Record<string, number> = { Home: 0, End: all.length - 1 };
    const step = steps[event.key];
    const next = all[ends[event.key] ?? (step ? (at + step + all.length) % all.length : -1)];
    if (!next) return;
    event.preventDefault();
    select(next.id);
    row.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(next.id))}`)?.focus();
  };
  // Beside the page, one language needs no tab.
  const isTabbed = all.length > 1;
  const panelOf = (which: keyof typeof panels, isShown: boolean) => ({
    id: panels[which],
    hidden: !isShown,
    ...(isTabbed && isShown && (isNarrow || which === "words")
      ? { role: "tabpanel", "aria-labelledby": tabId(selected) }
      : { "aria-label": texts[which === "words" ? "words" : "preview"].heading }),
  });
  return (
    <div className="panes">
      {isTabbed && (
        <div className="languages" ref={row}>
          <div className="tabs" role="tablist" aria-label={texts.languages.label} onKeyDown={move}>
            {all.map(({ id, label, mark, panel }) => (
              <Button
                key={id}
                role="tab"
                id={tabId(id)}
                aria-selected={id === selected}
                aria-controls={panel}
                tabIndex={id === selected ? 0 : -1}
                onClick={() => select(id)}
              >
                {label}
                {mark && <span className="mark"> {mark}</span>}
              </Button>
            ))}
          </div>
        </div>
      )}
      <section className="words-pane" {...panelOf("words", !isPage)}>
        {words}
      </section>
      <section className="page-pane" {...panelOf("page", isPage || !isNarrow)}>
        {page}
      </section>
    </div>
  );
}

interface Tab {
  id: string;
  label: string;
  /** A remark after its label. */
  mark?: string;
  panel: string;
}

const toRight = texts.locale.direction === "rtl" ? -1 : 1;
const steps: Record<string, number> = {
  ArrowRight: toRight,
  ArrowDown: 1,
  ArrowLeft: -toRight,
  ArrowUp: -1,
};

const tabId = (id: string): string => `tab-${id}`;
