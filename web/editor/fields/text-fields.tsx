import type { Fault } from "../../../schema/errors/notice-error.ts";
import { means } from "../../../schema/languages/tags.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { noticeShape } from "../../../schema/notice/notice.ts";
import { Field, OneLine } from "../controls/field.tsx";
import { type Draft, type Edit, type TypedField, withField } from "../draft.ts";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";

/** The state and commands for each part of the form. */
export interface FormState {
  draft: Draft;
  faults: Fault[];
  /** Whether faults are shown even at fields that have not been left yet. */
  showsFaults: boolean;
  edit: (edit: Edit) => void;
}

/** The first fault at a pointer, or below it; undefined if there is none. */
export function faultAt(faults: Fault[], pointer: string): string | undefined {
  return faults.find((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))?.detail;
}

const { title, message, contactEmail } = noticeShape.properties;

function propsOf({ draft, faults, showsFaults, edit }: FormState, field: TypedField) {
  const pointer = `#/${field}`;
  const { [field]: value = "" } = draft.notice;
  return {
    label: texts.name[field],
    pointer,
    fault: faultAt(faults, pointer),
    showsFault: showsFaults,
    value,
    write: (value: string) => edit((draft) => withField(draft, field, value)),
  };
}

export function TitleField(state: FormState) {
  const { write, ...field } = propsOf(state, "title");
  return (
    <Field {...field} max={title.maxLength}>
      {(attributes) => (
        <OneLine
          {...attributes}
          value={field.value}
          onWrite={write}
          className="title"
          placeholder={defaults.title}
          lang={state.draft.notice.language}
          dir="auto"
        />
      )}
    </Field>
  );
}

export function MessageField(state: FormState) {
  const { write, ...field } = propsOf(state, "message");
  return (
    <Field {...field} max={message.maxLength}>
      {(attributes) => (
        <textarea
          {...attributes}
          value={field.value}
          onChange={({ target }) => write(target.value)}
          rows={4}
          placeholder={texts.locale.strings.message}
          lang={state.draft.notice.language}
          dir="auto"
        />
      )}
    </Field>
  );
}

/** Warns of an address that no person can have; undefined for others. @see https://www.rfc-editor.org/info/rfc2606 */
export function exampleContact(address: string): string | undefined {
  return /[@.]example(?:\.(?:com|net|org))?$/i.test(address) ? texts.words.contactEmail(address) : undefined;
}

export function ContactField(state: FormState) {
  const { write, ...field } = propsOf(state, "contactEmail");
  return (
    <Field {...field} max={contactEmail.maxLength} rule={exampleContact(field.value)}>
      {(attributes) => (
        <input
          {...attributes}
          value={field.value}
          onChange={({ target }) => write(target.value)}
          inputMode="email"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

/** The language of the notice's own words: one of the page's, or the one that it has. */
export function LanguageField(state: FormState) {
  const { write, ...field } = propsOf(state, "language");
  const tags = new Set<string>([...pageLanguages, ...(field.value ? [field.value] : [])]);
  return (
    <Field {...field}>
      {({ readOnly, ...attributes }) => (
        <select
          {...attributes}
          disabled={readOnly}
          value={field.value}
          onChange={({ target }) => write(target.value)}
        >
          <option value="">{texts.words.noLanguage}</option>
          {[...tags].map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A choice of one more language. */
export function AddLanguage({ draft, onAdd }: { draft: Draft; onAdd: (tag: string) => void }) {
  const { language = "", translations = {} } = draft.notice;
  return (
    <select aria-label={texts.languages.add} value="" onChange={({ target }) => onAdd(target.value)}>
      <option value="">+ {texts.languages.add}</option>
      {pageLanguages
        .filter((tag) => !translations[tag] && !means(language, tag))
        .map((tag) => (
          <option key={tag} value={tag}>
            {languageName(tag)}
          </option>
        ))}
    </select>
  );
}
