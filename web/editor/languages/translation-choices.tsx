import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { Choice } from "../controls/choice.tsx";
import type { Decision, Draft } from "../draft/draft.ts";
import { decidedFully } from "../draft/edit.ts";
import { tagsToDecide, undecidedTags } from "../draft/translation-status.ts";
import { languageName } from "../language.ts";
import { texts } from "../texts.ts";
import { insteadOf } from "./outcome.ts";

const said = texts.languages.choices;

interface Props {
  draft: Draft;
  edit: (change: (draft: Draft) => Draft) => void;
}

/** Whether the translations of words that have changed stay: for all of them, and for each with what that means for its readers. */
export function TranslationChoices({ draft, edit }: Props) {
  const tags = tagsToDecide(draft);
  if (tags.length === 0) return null;
  const undecided = undecidedTags(draft);
  const decide = (those: LanguageTag[], decision: Decision): void =>
    edit((draft) => decidedFully(draft, those, decision));
  const [first, ...others] = new Set(tags.map((tag) => draft.decisions[tag]));
  return (
    <section className="translation-choices" aria-label={texts.name.translations}>
      <p>{said.why(tags.map(languageName))}</p>
      {tags.length > 1 && (
        <Choice
          label={said.all}
          options={said.forAll}
          value={others.length === 0 ? first : undefined}
          onChange={(decision) => decide(tags, decision)}
        />
      )}
      {tags.map((tag) => (
        <div key={tag}>
          <Choice
            label={languageName(tag)}
            options={said.forOne}
            value={draft.decisions[tag]}
            onChange={(decision) => decide([tag], decision)}
          />
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

/** What the choice means for who reads that language, or what each of them would mean. */
function meaningOf(draft: Draft, tag: LanguageTag): string[] {
  const { [tag]: decision } = draft.decisions;
  const name = languageName(tag);
  return [
    ...(decision === "drop" ? [] : [said.kept(name)]),
    ...(decision === "keep" ? [] : [said.gone(name, insteadOf(draft, tag))]),
  ];
}
