import { defaults } from "../../../schema/notice/defaults.ts";
import { noticeShape } from "../../../schema/notice/notice.ts";
import { Button } from "../controls/button.tsx";
import { Field } from "../controls/field.tsx";
import { focusField } from "../controls/focus.ts";
import { OneLine } from "../controls/one-line.tsx";
import type { TypedField } from "../draft/draft.ts";
import { withField } from "../draft/edit.ts";
import { texts } from "../texts.ts";
import { type FormState, faultAt } from "./form-state.ts";

const { title, message, contactEmail } = noticeShape.properties;

/** The properties that all fields share whose typed text is the value. */
function propsOf({ draft, faults, showsFaults, edit }: FormState, field: TypedField) {
  const pointer = `#/${field}`;
  return {
    field: {
      label: texts.name[field],
      pointer,
      fault: faultAt(faults, pointer),
      showsFault: showsFaults,
      value: draft[field],
    },
    input: {
      value: draft[field],
      onChange: ({ target }: { target: { value: string } }) =>
        edit((draft) => withField(draft, field, target.value)),
    },
  };
}

export function TitleField(state: FormState) {
  const { field, input } = propsOf(state, "title");
  const said = texts.words.title;
  const write = (value: string) => state.edit((draft) => withField(draft, "title", value));
  const isDefault = state.draft.title === defaults.title;
  const useDefault = (
    <Button
      className="plain small"
      onClick={() => {
        write(defaults.title);
        focusField(field.pointer);
      }}
    >
      {said.useDefault}
    </Button>
  );
  return (
    <Field
      {...field}
      max={title.maxLength}
      rule={isDefault ? said.isDefault : said.rule}
      action={!isDefault && useDefault}
    >
      {(attributes) => (
        <OneLine
          {...attributes}
          value={input.value}
          onWrite={write}
          className="title"
          lang={state.draft.language}
          dir="auto"
        />
      )}
    </Field>
  );
}

export function MessageField(state: FormState) {
  const { field, input } = propsOf(state, "message");
  return (
    <Field {...field} max={message.maxLength} rule={texts.words.message.rule}>
      {(attributes) => (
        <textarea {...attributes} {...input} rows={4} lang={state.draft.language} dir="auto" />
      )}
    </Field>
  );
}

export function ContactField(state: FormState) {
  const { field, input } = propsOf(state, "contactEmail");
  const said = texts.words.contactEmail;
  const isExample = state.draft.contactEmail === defaults.contactEmail;
  return (
    <Field {...field} max={contactEmail.maxLength} rule={isExample ? said.isExample : said.rule}>
      {(attributes) => (
        <input
          {...attributes}
          {...input}
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
