import type { ReactNode } from "react";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { ReadOnly } from "../controls/field.tsx";
import { focusField, focusOn } from "../controls/focus.ts";
import { textsToTranslate, withLanguage } from "../draft.ts";
import { ReturnField } from "../fields/return-field.tsx";
import {
  AddLanguage,
  ContactField,
  type FormState,
  LanguageField,
  MessageField,
  TitleField,
} from "../fields/text-fields.tsx";
import { ownTab, TranslationPanel } from "../fields/translation.tsx";
import { languageName } from "../language.ts";
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
  const { draft, edit } = state;
  const add = (tag: string): void => {
    edit((draft) => withLanguage(draft, tag));
    onTab(tag);
    const [first] = textsToTranslate(draft);
    if (first) focusField(`#/translations/${tag}/${first}`);
    else focusOn(".languages [aria-selected=true]");
  };
  return (
    <ReadOnly value={isReadOnly}>
      <div className={isReadOnly ? "panel read-only" : "panel"}>
        {isReadOnly && <p>{texts.trouble.readOnly}</p>}
        {children}
        {tab === ownTab ? (
          <>
            <TitleField {...state} />
            <MessageField {...state} />
            <ReturnField {...state} now={now} />
            <details className="more">
              <summary>
                {texts.words.more} <span>{describeMore(state)}</span>
              </summary>
              <ContactField {...state} />
              <LanguageField {...state} />
              {!isReadOnly && <AddLanguage draft={draft} onAdd={add} />}
            </details>
          </>
        ) : (
          <TranslationPanel key={tab} tag={tab as LanguageTag} {...state} onRemoved={() => onTab(ownTab)} />
        )}
      </div>
    </ReadOnly>
  );
}

function describeMore({ draft }: FormState): string {
  const { contactEmail, language } = draft.notice;
  return [contactEmail, language ? languageName(language) : texts.languages.label].join(texts.comma);
}
