import { useId, useState } from "react";
import type { Fault } from "../../../schema/errors/notice-error.ts";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { noticeShape } from "../../../schema/notice/notice.ts";
import { namesIn } from "../../../schema/validation/parts.ts";
import { Button } from "../controls/button.tsx";
import { Field, OneLine } from "../controls/field.tsx";
import { focusField } from "../controls/focus.ts";
import {
  type Draft,
  type Edit,
  isBlank,
  outlookOf,
  tagsOf,
  textsOf,
  textsToTranslate,
  withOutdated,
  withText,
  withTexts,
} from "../draft.ts";
import { directionOf, languageName, languageNames } from "../language.ts";
import { texts } from "../texts.ts";
import { type FormState, faultAt } from "./text-fields.tsx";

const said = texts.languages;

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

interface Props extends FormState {
  tag: LanguageTag;
  /** The language is no longer in the draft. */
  onRemoved: () => void;
}

/** One translation: what is to know about it, and its texts below what the notice itself says. */
export function TranslationPanel({ tag, onRemoved, draft, faults, showsFaults, edit }: Props) {
  const { language } = draft.notice;
  const written = textsOf(draft);
  const values = draft.notice.translations?.[tag] ?? {};
  // Leaving one field shows the faults of all: a field that is left out never has the focus.
  const [wasLeft, setLeft] = useState(() => faultAt(faults, `#/translations/${tag}`) !== undefined);
  const name = languageName(tag);
  const fault = faults.find(({ pointer }) => pointer === `#/translations/${tag}`);
  const statusOf = (): string => {
    if (textsToTranslate(draft).length === 0) return said.nothing;
    return outlookOf(draft).undecided.includes(tag) ? said.outdated(name) : "";
  };
  const remove = (): void => {
    edit((draft) => withTexts(draft, tag, undefined));
    onRemoved();
    focusField("#/title");
  };
  return (
    <>
      <div role="status">
        {statusOf() && <p className="remark">{statusOf()}</p>}
        {fault && <p className="fault">{fault.detail}</p>}
      </div>
      {textsToTranslate(draft).map((name) => {
        const pointer = `#/translations/${tag}/${name}`;
        const value = values[name] ?? "";
        // An empty field has the direction of its language, other fields that of their text.
        const shared = { lang: tag, dir: value === "" ? directionOf(tag) : "auto", value };
        const write = (value: string) => edit((draft) => withText(draft, tag, name, value));
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
            rule={
              <q lang={language} dir="auto">
                {written[name]}
              </q>
            }
          >
            {(attributes) =>
              name === "message" ? (
                <textarea
                  {...attributes}
                  {...shared}
                  rows={4}
                  onChange={({ target }) => write(target.value)}
                />
              ) : (
                <OneLine {...attributes} {...shared} className={name} onWrite={write} />
              )
            }
          </Field>
        );
      })}
      {/* The fault of a field that is left would move the button away from the pointer. */}
      <Button className="plain small" onMouseDown={(event) => event.preventDefault()} onClick={remove}>
        {said.remove(name)}
      </Button>
    </>
  );
}

/** The one question about all outdated translations: whether they stay. */
export function OutdatedQuestion({ draft, edit }: { draft: Draft; edit: (edit: Edit) => void }) {
  const name = useId();
  const { outdated, undecided } = outlookOf(draft);
  if (outdated.length === 0) return null;
  const { translations = {} } = draft.notice;
  const given = outdated.some((tag) => translations[tag]) ? "keep" : "drop";
  return (
    <fieldset className="choice">
      <legend>{said.outdated(languageNames(outdated))}</legend>
      {(["keep", "drop"] as const).map((answer) => (
        <label key={answer}>
          <input
            type="radio"
            name={name}
            checked={undecided.length === 0 && answer === given}
            onChange={() => edit((draft) => withOutdated(draft, answer === "keep"))}
          />{" "}
          {said[answer]}
        </label>
      ))}
    </fieldset>
  );
}
