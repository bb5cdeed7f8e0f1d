import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { partName } from "../difference/part-name.ts";
import { decided, withoutLanguage, writtenAnew } from "../draft/edit.ts";
import {
  lackingTexts,
  type TranslationStatus,
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

/** One translation: what becomes of it, what visitors get without it, and its texts. */
export function TranslationPanel({ tag, onRemoved, ...state }: Props) {
  const { draft, edit } = state;
  const name = languageName(tag);
  const status = translationStatusOf(draft, tag);
  const lacking = status === "undecided" ? lackingTexts(draft, tag) : [];
  const fault = state.faults.find(({ pointer }) => pointer === `#/translations/${tag}`);
  const remove = (): void => {
    edit((draft) => withoutLanguage(draft, tag));
    if (!draft.base.notice.translations?.[tag]) onRemoved();
  };
  const removal = (
    <button type="button" className="plain small" onClick={remove}>
      {said.remove(name)}
    </button>
  );
  if (textsToTranslate(draft).length === 0)
    return (
      <>
        <p>{said.nothing}</p>
        {status !== "removed" && removal}
      </>
    );
  return (
    <>
      <div className={`translation-status ${status}`} role="status">
        {sentences(status, name).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {lacking.length > 0 && <p>{said.writeFirst(name, lacking.map(partName))}</p>}
        {["blank", "undecided", "removed"].includes(status) && (
          <p>{said.instead(name, insteadOf(draft, tag))}</p>
        )}
        {fault && <p className="fault">{fault.detail}</p>}
      </div>
      <div className="actions">
        {status === "undecided" && lacking.length === 0 && (
          <button type="button" onClick={() => edit((draft) => decided(draft, tag, "keep"))}>
            {said.keep}
          </button>
        )}
        {(status === "undecided" || status === "kept") && (
          <button type="button" onClick={() => edit((draft) => writtenAnew(draft, tag))}>
            {said.anew}
          </button>
        )}
        {status === "removed" && (
          <button type="button" onClick={() => edit((draft) => decided(draft, tag, undefined))}>
            {said.bring}
          </button>
        )}
      </div>
      {status !== "removed" && <TranslationFields tag={tag} {...state} />}
      {status !== "removed" && removal}
    </>
  );
}

function sentences(status: TranslationStatus, name: string): string[] {
  switch (status) {
    case "stands":
      return [];
    case "kept":
      return [said.kept];
    default:
      return [said[status](name)];
  }
}
