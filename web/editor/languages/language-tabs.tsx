import { useEffect, useRef } from "react";
import type { Fault } from "../../../schema/errors/fault.ts";
import { namesIn } from "../../../schema/json/pointer.ts";
import { means } from "../../../schema/languages/tags.ts";
import { Tabs } from "../controls/tabs.tsx";
import type { Draft } from "../draft/draft.ts";
import { tagsOf, translationStatusOf } from "../draft/translation-status.ts";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";

/** The tab of the notice itself. */
export const ownTab = "own";

/** The tab of a part of the document. */
export function tabOf(pointer: string): string {
  const [field, tag] = namesIn(pointer);
  return field === "translations" && tag ? tag : ownTab;
}

interface Props {
  draft: Draft;
  faults: Fault[];
  selected: string;
  onSelect: (tab: string) => void;
  onAdd: (tag: string) => void;
}

/** The notice itself and its languages as tabs, and a way to add one. */
export function LanguageTabs({ draft, faults, selected, onSelect, onAdd }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const tags = tagsOf(draft);
  const others = pageLanguages.filter((tag) => !tags.includes(tag) && !means(draft.language, tag));
  const faulty = new Set(faults.map(({ pointer }) => tabOf(pointer)));
  const markOf = (tab: string, mark: string): string => (faulty.has(tab) ? texts.languages.toCorrect : mark);
  const own = draft.language ? `${texts.words.own}: ${languageName(draft.language)}` : texts.words.own;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tab has to scroll into view.
  useEffect(() => {
    row.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selected]);
  return (
    <div className="languages" ref={row}>
      <Tabs
        label={texts.languages.label}
        name="words"
        tabs={[
          { id: ownTab, label: own, mark: markOf(ownTab, "") },
          ...tags.map((tag) => ({
            id: tag,
            label: languageName(tag),
            mark: markOf(tag, texts.languages.mark[translationStatusOf(draft, tag)]),
          })),
        ]}
        selected={selected}
        onSelect={onSelect}
      />
      <select aria-label={texts.languages.add} value="" onChange={({ target }) => onAdd(target.value)}>
        <option value="">+ {texts.languages.add}</option>
        {others.map((tag) => (
          <option key={tag} value={tag}>
            {languageName(tag)}
          </option>
        ))}
      </select>
    </div>
  );
}
