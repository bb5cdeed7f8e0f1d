import type { Draft } from "../draft/draft.ts";
import { undecidedTags } from "../draft/translation-status.ts";
import { languageName } from "../language.ts";
import { texts } from "../texts.ts";

/** Says which translations stay or go by a choice, because the notice's own words have changed. */
export function UndecidedLine({ draft }: { draft: Draft }) {
  const tags = undecidedTags(draft);
  return (
    <div className="dropped" role="status">
      {tags.length > 0 && <p>{texts.languages.someUndecided(tags.map(languageName))}</p>}
    </div>
  );
}
