import { chooseLanguage, type EditorLanguage, editorLanguages } from "../texts/chosen-language.ts";
import { texts } from "../texts.ts";

/** The choice of the page's own language. */
export function LanguageOfPage() {
  return (
    <select
      className="language-of-page"
      aria-label={texts.language}
      value={texts.locale.tag}
      onChange={({ target }) => chooseLanguage(target.value as EditorLanguage)}
    >
      {Object.entries(editorLanguages).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
