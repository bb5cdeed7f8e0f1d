import { type KeyboardEvent, useRef } from "react";
import { texts } from "../texts.ts";
import { Button } from "./button.tsx";

export interface Tab {
  id: string;
  label: string;
  /** A remark after its label. */
  mark?: string;
  /** The id of its panel. */
  panel: string;
}

interface Props {
  label: string;
  tabs: Tab[];
  selected: string;
  onSelect: (id: string) => void;
}

const toRight = texts.locale.direction === "rtl" ? -1 : 1;
const steps: Record<string, number> = {
  ArrowRight: toRight,
  ArrowDown: 1,
  ArrowLeft: -toRight,
  ArrowUp: -1,
};

/** A list of tabs. The arrow keys select the next tab. @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function Tabs({ label, tabs, selected, onSelect }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const ends: Record<string, number> = { Home: 0, End: tabs.length - 1 };
    const step = steps[event.key];
    const next = ends[event.key] ?? (step && (at + step + tabs.length) % tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(tab.id))}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map(({ id, label, mark, panel }) => (
        <Button
          key={id}
          role="tab"
          id={tabId(id)}
          aria-selected={id === selected}
          aria-controls={panel}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {label}
          {mark && <span className="mark"> {mark}</span>}
        </Button>
      ))}
    </div>
  );
}

/** The id of a tab's element. */
export const tabId = (id: string): string => `tab-${id}`;
