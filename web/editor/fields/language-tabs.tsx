import type { Fault } from "../../../schema/errors/fault.ts";
import { namesIn } from "../../../schema/json/pointer.ts";
import { type LanguageTag, means } from "../../../schema/languages/tags.ts";
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

/** The notice itself and its languages as tabs, each with what is to do there. */
export function tabsOf(draft: Draft, faults: Fault[]): { id: string; label: string; mark: string }[] {
  const { undecided } = outlookOf(draft);
  const { language } = draft.notice;
  const tags = tagsOf(draft);
  const faulty = new Set(faults.map(({ pointer }) => tabOf(pointer)));
  const own = language ? languageName(language) : texts.words.own;
  const markOf = (tag: LanguageTag): string => {
    if (isBlank(draft, tag)) return texts.languages.mark.blank;
    return undecided.includes(tag) ? texts.languages.mark.outdated : "";
  };
  const { faulty: toCorrect } = texts.languages.mark;
  return [
    { id: ownTab, label: tags.length > 0 ? own : texts.words.heading, mark: "" },
    ...tags.map((tag) => ({ id: tag, label: languageName(tag), mark: markOf(tag) })),
  ].map((tab) => (faulty.has(tab.id) ? { ...tab, mark: toCorrect } : tab));
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
