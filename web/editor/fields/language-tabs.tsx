import { useEffect, useRef } from "react";
import type { Fault } from "../../../schema/errors/fault.ts";
import { namesIn } from "../../../schema/json/pointer.ts";
import { means } from "../../../schema/languages/tags.ts";
import { Tabs } from "../controls/tabs.tsx";
import { type Draft, isBlank, outlookOf, tagsOf } from "../draft.ts";
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
}

/** The notice itself and its languages as tabs; nothing while it has none. */
export function LanguageTabs({ draft, faults, selected, onSelect }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const tags = tagsOf(draft);
  const { undecided } = outlookOf(draft);
  const { language } = draft.notice;
  const faulty = new Set(faults.map(({ pointer }) => tabOf(pointer)));
  const markOf = (tag: string): string => {
    if (faulty.has(tag)) return texts.languages.mark.faulty;
    if (tag === ownTab) return "";
    if (isBlank(draft, tag)) return texts.languages.mark.blank;
    return undecided.some((one) => one === tag) ? texts.languages.mark.outdated : "";
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tab has to scroll into view.
  useEffect(() => {
    row.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selected]);
  if (tags.length === 0) return null;
  const own = language ? languageName(language) : texts.words.own;
  return (
    <div className="languages" ref={row}>
      <Tabs
        label={texts.languages.label}
        name="words"
        tabs={[ownTab, ...tags].map((tag) => ({
          id: tag,
          label: tag === ownTab ? own : languageName(tag),
          mark: markOf(tag),
        }))}
        selected={selected}
        onSelect={onSelect}
      />
    </div>
  );
}

interface AddProps {
  draft: Draft;
  onAdd: (tag: string) => void;
}

/** A choice of one more language. */
export function AddLanguage({ draft, onAdd }: AddProps) {
  const { language, translations = {} } = draft.notice;
  const others = pageLanguages.filter((tag) => !translations[tag] && !means(language ?? "", tag));
  return (
    <select aria-label={texts.languages.add} value="" onChange={({ target }) => onAdd(target.value)}>
      <option value="">+ {texts.languages.add}</option>
      {others.map((tag) => (
        <option key={tag} value={tag}>
          {languageName(tag)}
        </option>
      ))}
    </select>
  );
}
