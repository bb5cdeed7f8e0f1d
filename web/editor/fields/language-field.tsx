import { useState } from "react";
import { canonicalTag } from "../../../schema/languages/canonical.ts";
import { Field } from "../controls/field.tsx";
import { withField } from "../draft.ts";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";
import { type FormState, faultAt } from "./text-fields.tsx";

const other = "other";
const languagePointer = "#/language";

/** The language of the notice's own words: one of the page's, or any other tag. */
export function LanguageField({ draft, faults, showsFaults, edit }: FormState) {
  const { language = "" } = draft.notice;
  const isKnown = language === "" || pageLanguages.some((tag) => tag === language);
  const [isOther, setOther] = useState(!isKnown);
  // Another tag may come with another draft.
  if (!isKnown && !isOther) setOther(true);
  const write = (tag: string) => edit((draft) => withField(draft, "language", tag));
  const choose = (value: string): void => {
    setOther(value === other);
    if (value !== other) write(value);
  };
  return (
    <>
      <Field
        label={texts.name.language}
        pointer={isOther ? "" : languagePointer}
        fault={isOther ? undefined : faultAt(faults, languagePointer)}
        value={language}
      >
        {({ readOnly, ...attributes }) => (
          <select
            {...attributes}
            disabled={readOnly}
            value={isOther ? other : language}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{texts.words.noLanguage}</option>
            {pageLanguages.map((tag) => (
              <option key={tag} value={tag}>
                {languageName(tag)}
              </option>
            ))}
            <option value={other}>{texts.words.otherLanguage}</option>
          </select>
        )}
      </Field>
      {isOther && (
        <Field
          label={texts.words.tag}
          pointer={languagePointer}
          fault={faultAt(faults, languagePointer)}
          showsFault={showsFaults}
          value={language}
        >
          {({ onBlur, ...attributes }) => (
            <input
              {...attributes}
              value={language}
              onChange={({ target }) => write(target.value)}
              onBlur={() => {
                onBlur();
                write(canonicalTag(language) ?? language);
              }}
              dir="ltr"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </>
  );
}
