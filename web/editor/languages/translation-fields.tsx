import { useState } from "react";
import { noticeShape } from "../../../schema/notice/notice.ts";
import { writtenTexts } from "../../../schema/words/written-texts.ts";
import { Field } from "../controls/field.tsx";
import { OneLine } from "../controls/one-line.tsx";
import { textsOf } from "../draft/draft.ts";
import { withTranslation } from "../draft/edit.ts";
import { ownValuesOf } from "../draft/own-values.ts";
import { textsToTranslate } from "../draft/translation-status.ts";
import { type FormState, faultAt } from "../form/form-state.ts";
import { directionOf } from "../language.ts";
import { texts } from "../texts.ts";

/** The texts of a translation, each below what the notice itself says. */
export function TranslationFields({ tag, ...state }: FormState & { tag: string }) {
  const { draft, faults, showsFaults, edit } = state;
  const written = writtenTexts(ownValuesOf(draft));
  const values = textsOf(draft, tag);
  // Leaving one field shows the faults of all: a field that is left out never has the focus.
  const [wasLeft, setLeft] = useState(() => faultAt(faults, `#/translations/${tag}`) !== undefined);
  return textsToTranslate(draft).map((name) => {
    const pointer = `#/translations/${tag}/${name}`;
    const value = values[name];
    const shared = {
      lang: tag,
      // An empty field has the direction of its language, other fields that of their text.
      dir: value === "" ? directionOf(tag) : "auto",
      value,
    };
    const write = (value: string) => edit((draft) => withTranslation(draft, tag, name, value));
    return (
      <Field
        key={name}
        label={texts.name[name]}
        pointer={pointer}
        fault={faultAt(faults, pointer)}
        showsFault={showsFaults || wasLeft}
        onLeft={() => setLeft(true)}
        value={value}
        max={noticeShape.properties[name].maxLength}
        rule={<Original value={written[name] ?? ""} language={draft.language} />}
      >
        {(attributes) =>
          name === "message" ? (
            <textarea {...attributes} {...shared} rows={4} onChange={({ target }) => write(target.value)} />
          ) : (
            <OneLine {...attributes} {...shared} className={name} onWrite={write} />
          )
        }
      </Field>
    );
  });
}

function Original({ value, language }: { value: string; language: string }) {
  return (
    <>
      {texts.languages.says}{" "}
      <q lang={language} dir="auto">
        {value}
      </q>
    </>
  );
}
