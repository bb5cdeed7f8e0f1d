import type { ReactNode } from "react";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { panelId, tabId } from "../controls/tabs.tsx";
import type { Draft } from "../draft/draft.ts";
import { withLanguage } from "../draft/edit.ts";
import { undecidedTags } from "../draft/translation-status.ts";
import type { FormState } from "../form/form-state.ts";
import { LanguageField } from "../form/language-field.tsx";
import { ReturnField } from "../form/return-field.tsx";
import { ContactField, MessageField, TitleField } from "../form/text-fields.tsx";
import { languageName } from "../language.ts";
import { LanguageTabs, ownTab } from "../languages/language-tabs.tsx";
import { TranslationPanel } from "../languages/translation-panel.tsx";
import { ReadOnly } from "../read-only.ts";
import { texts } from "../texts.ts";

interface Props extends FormState {
  tab: string;
  isReadOnly: boolean;
  now: () => number;
  /** Shown above the fields in each tab. */
  children?: ReactNode;
  onTab: (tab: string) => void;
}

/** The words of the notice, and of each of its languages. */
export function WordsPane({ tab, isReadOnly, now, onTab, children, ...state }: Props) {
  const { draft, faults, edit } = state;
  const add = (tag: string): void => {
    edit((draft) => withLanguage(draft, tag));
    onTab(tag);
  };
  return (
    <ReadOnly value={isReadOnly}>
      <LanguageTabs draft={draft} faults={faults} selected={tab} onSelect={onTab} onAdd={add} />
      {tab === ownTab && <UndecidedLine draft={draft} />}
      <div
        id={panelId("words")}
        role="tabpanel"
        aria-labelledby={tabId("words", tab)}
        className={isReadOnly ? "panel read-only" : "panel"}
      >
        {isReadOnly && <p>{texts.trouble.readOnly}</p>}
        {children}
        {tab === ownTab ? (
          <>
            <TitleField {...state} />
            <MessageField {...state} />
            <ReturnField {...state} now={now} />
            <ContactField {...state} />
            <LanguageField {...state} />
          </>
        ) : (
          <TranslationPanel key={tab} tag={tab as LanguageTag} {...state} onRemoved={() => onTab(ownTab)} />
        )}
      </div>
    </ReadOnly>
  );
}

/** Names the translations that need a decision, because the notice's own words have changed. */
function UndecidedLine({ draft }: { draft: Draft }) {
  const tags = undecidedTags(draft);
  return (
    <div className="dropped" role="status">
      {tags.length > 0 && <p>{texts.languages.someUndecided(tags.map(languageName))}</p>}
    </div>
  );
}
