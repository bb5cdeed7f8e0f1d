import { means } from "../../../schema/languages/tags.ts";
import { Tabs } from "../controls/tabs.tsx";
import type { Draft } from "../draft/draft.ts";
import { translationStatusOf } from "../draft/translation-status.ts";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";

/** The tab of the notice itself. */
export const ownTab = "own";

interface Props {
  draft: Draft;
  selected: string;
  onSelect: (tab: string) => void;
  onAdd: (tag: string) => void;
}

/** The notice itself and its languages as tabs, and a way to add one. */
export function LanguageTabs({ draft, selected, onSelect, onAdd }: Props) {
  const tags = pageLanguages.filter((tag) => draft.translations[tag]);
  const others = pageLanguages.filter((tag) => !draft.translations[tag] && !means(draft.language, tag));
  const own = draft.language ? `${texts.words.own}: ${languageName(draft.language)}` : texts.words.own;
  return (
    <div className="languages">
      <Tabs
        label={texts.languages.label}
        name="words"
        tabs={[
          { id: ownTab, label: own },
          ...tags.map((tag) => ({
            id: tag,
            label: languageName(tag),
            mark: texts.languages.mark[translationStatusOf(draft, tag)],
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
