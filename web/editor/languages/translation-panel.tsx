import type { SyntheticEvent } from "react";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { Button } from "../controls/button.tsx";
import { focusField, focusOn } from "../controls/focus.ts";
import { partName } from "../difference/part-name.ts";
import type { Draft } from "../draft/draft.ts";
import { asPublished, decided, decidedFully, withoutLanguage, writtenAnew } from "../draft/edit.ts";
import {
  isRewritten,
  lackingTexts,
  textsToTranslate,
  translationStatusOf,
} from "../draft/translation-status.ts";
import type { FormState } from "../form/form-state.ts";
import { languageName } from "../language.ts";
import { texts } from "../texts.ts";
import { insteadOf } from "./outcome.ts";
import { TranslationFields } from "./translation-fields.tsx";

const said = texts.languages;

interface Props extends FormState {
  tag: LanguageTag;
  /** The language is no longer in the draft. */
  onRemoved: () => void;
}

/** One translation: its status, what visitors get without it, and its texts. */
export function TranslationPanel({ tag, onRemoved, ...state }: Props) {
  const { draft, edit } = state;
  const name = languageName(tag);
  const status = translationStatusOf(draft, tag);
  const lacking = status === "undecided" ? lackingTexts(draft, tag) : [];
  const fault = state.faults.find(({ pointer }) => pointer === `#/translations/${tag}`);
  const [first] = textsToTranslate(draft);
  /** The pressed button may disappear, so the focus goes to the language's tab. */
  const change = (change: (draft: Draft) => Draft): void => {
    edit(change);
    focusOn(".languages [aria-selected=true]");
  };
  const remove = (): void => {
    change((draft) => withoutLanguage(draft, tag));
    if (!draft.base.notice.translations?.[tag]) onRemoved();
  };
  const removal = (
    <Button className="plain small" onMouseDown={stayPut} onClick={remove}>
      {said.remove(name)}
    </Button>
  );
  if (!first)
    return (
      <>
        <p>{said.nothing}</p>
        {status !== "removed" && removal}
      </>
    );
  return (
    <>
      <div className={`translation-status ${status}`} role="status">
        {status !== "stands" && <p>{status === "kept" ? said.kept : said[status](name)}</p>}
        {lacking.length > 0 && <p>{said.writeFirst(name, lacking.map(partName))}</p>}
        {["blank", "undecided", "removed"].includes(status) && (
          <p>{said.instead(name, insteadOf(draft, tag))}</p>
        )}
        {fault && <p className="fault">{fault.detail}</p>}
      </div>
      <div className="actions">
        {status === "undecided" && lacking.length === 0 && (
          <Button onClick={() => change((draft) => decidedFully(draft, [tag], "keep"))}>{said.keep}</Button>
        )}
        {(status === "undecided" || status === "kept") && (
          <Button
            onClick={() => {
              edit((draft) => writtenAnew(draft, tag));
              focusField(`#/translations/${tag}/${first}`);
            }}
          >
            {said.anew}
          </Button>
        )}
        {status === "removed" && (
          <Button onClick={() => change((draft) => decided(draft, tag, undefined))}>{said.bring}</Button>
        )}
      </div>
      {status !== "removed" && (
        <>
          <TranslationFields tag={tag} {...state} />
          <div className="actions last">
            {isRewritten(draft, tag) && (
              <Button
                className="plain small"
                onMouseDown={stayPut}
                onClick={() => change((draft) => asPublished(draft, tag))}
              >
                {said.restore}
              </Button>
            )}
            {removal}
          </div>
        </>
      )}
    </>
  );
}

/** Keeps the focus, because the fault of a field that is left would move the button away from the pointer. */
const stayPut = (event: SyntheticEvent): void => event.preventDefault();
