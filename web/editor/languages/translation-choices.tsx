import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { PlainButton } from "../controls/button.tsx";
import { Choice } from "../controls/choice.tsx";
import { partName } from "../difference/part-name.ts";
import type { Decision, Draft } from "../draft/draft.ts";
import { decidedFully } from "../draft/edit.ts";
import { decisionOf, lackingTexts, tagsToDecide, undecidedTags } from "../draft/translation-status.ts";
import { languageName } from "../language.ts";
import { texts } from "../texts.ts";
import { insteadOf } from "./outcome.ts";

const said = texts.languages.choices;

interface Props {
  draft: Draft;
  edit: (change: (draft: Draft) => Draft) => void;
  /** Goes to the field at a pointer. */
  onField: (pointer: string) => void;
}

/** The choices to keep or remove translations of changed words, for all of them and for each. */
export function TranslationChoices({ draft, edit, onField }: Props) {
  const tags = tagsToDecide(draft);
  if (tags.length === 0) return null;
  const undecided = undecidedTags(draft);
  const decide = (those: LanguageTag[], decision: Decision): void =>
    edit((draft) => decidedFully(draft, those, decision));
  const [first, ...others] = new Set(tags.map((tag) => decisionOf(draft, tag)));
  const canKeep = (tag: LanguageTag): boolean => lackingTexts(draft, tag).length === 0;
  return (
    <section className="translation-choices" aria-label={texts.name.translations}>
      <p>{said.why(tags.map(languageName))}</p>
      {tags.length > 1 && (
        <Choice
          label={said.all}
          options={optionsOf(said.forAll, tags.every(canKeep))}
          value={others.length === 0 ? first : undefined}
          onChange={(decision) => decide(tags, decision)}
        />
      )}
      {tags.map((tag) => (
        <div key={tag}>
          <Choice
            label={languageName(tag)}
            options={optionsOf(said.forOne, canKeep(tag))}
            value={decisionOf(draft, tag)}
            onChange={(decision) => decide([tag], decision)}
          />
          <WordsFirst draft={draft} tag={tag} onField={onField} />
          {meaningOf(draft, tag).map((sentence) => (
            <p className="rule" key={sentence}>
              {sentence}
            </p>
          ))}
        </div>
      ))}
      <p role="status">{undecided.length > 0 && said.open(undecided.map(languageName))}</p>
    </section>
  );
}

function optionsOf(called: Record<Decision, string>, canKeep: boolean) {
  const decisions: readonly Decision[] = canKeep ? ["keep", "drop"] : ["drop"];
  return decisions.map((decision) => [decision, called[decision]] as const);
}

/** Says which texts a translation needs before it can be kept, and goes there. */
function WordsFirst({ draft, tag, onField }: Pick<Props, "draft" | "onField"> & { tag: LanguageTag }) {
  const names = lackingTexts(draft, tag);
  const [first] = names;
  if (!first) return null;
  return (
    <PlainButton onClick={() => onField(`#/translations/${tag}/${first}`)}>
      {texts.languages.writeFirst(languageName(tag), names.map(partName))}
    </PlainButton>
  );
}

/** What the decision means for readers of that language or, without a decision, what each choice would mean. */
function meaningOf(draft: Draft, tag: LanguageTag): string[] {
  const decision = decisionOf(draft, tag);
  const name = languageName(tag);
  return [
    ...(decision === "drop" || lackingTexts(draft, tag).length > 0 ? [] : [said.kept(name)]),
    ...(decision === "keep" ? [] : [said.gone(name, insteadOf(draft, tag))]),
  ];
}
