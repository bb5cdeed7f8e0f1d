import { chooseLanguage, type EditorLanguage, editorLanguages, texts } from "../texts.ts";

/** The product's sign and name: the sun of its page on the horizon. */
export function Mark() {
  return (
    <p className="mark-of-product">
      <svg viewBox="0 0 32 24" aria-hidden="true">
        <path d="M5 19a11 11 0 0 1 22 0z" fill="currentColor" />
        <path d="M0 20.5h32" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <strong>{texts.product}</strong> <span>{texts.editor}</span>
    </p>
  );
}

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
