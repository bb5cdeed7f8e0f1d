import type { Draft } from "../draft/draft.ts";
import { decided } from "../draft/edit.ts";
import { translationStatusOf } from "../draft/translation-status.ts";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";

interface Props {
  draft: Draft;
  edit: (change: (draft: Draft) => Draft) => void;
}

/** Says which translations are removed because the notice's own words have changed. */
export function DroppedLine({ draft, edit }: Props) {
  const tags = pageLanguages.filter(
    (tag) => draft.translations[tag] && translationStatusOf(draft, tag) === "goes",
  );
  const keepAll = (): void => edit((draft) => tags.reduce((kept, tag) => decided(kept, tag, "keep"), draft));
  return (
    <div className="dropped" role="status">
      {tags.length > 0 && (
        <>
          <p>{texts.languages.someGo(tags.map(languageName))}</p>
          <button type="button" onClick={keepAll}>
            {texts.languages.keepAll}
          </button>
        </>
      )}
    </div>
  );
}
