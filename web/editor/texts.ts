import { storageIn } from "./browser-storage.ts";
import { type EditorTexts, english } from "./texts/english.ts";

/** The languages of the editor, by their own names. */
export const editorLanguages = { en: "English", de: "Deutsch", ar: "العربية" };

export type EditorLanguage = keyof typeof editorLanguages;

const storedLanguage = "backsoon language";
const storage = storageIn(() => localStorage);

/** The language chosen in this browser, else the first of the browser's that the editor has; English without a browser. */
function chosenLanguage(): EditorLanguage {
  if (typeof document === "undefined") return "en";
  return (
    [storage.read(storedLanguage), ...navigator.languages.map(languageOf)].find(isEditorLanguage) ?? "en"
  );
}

/** Keeps a language for this browser, and reloads the page. */
export function chooseLanguage(language: EditorLanguage): void {
  // If the browser keeps nothing, its own language stays.
  storage.write(storedLanguage, language);
  location.reload();
}

/** A tag's language: some browsers list text that is no tag. */
const languageOf = (tag: string): string => tag.split("-")[0]?.toLowerCase() ?? "";

const isEditorLanguage = (language: string | null): language is EditorLanguage =>
  language !== null && Object.hasOwn(editorLanguages, language);

/** Every text of the editor, in the language of this page; in English if that language cannot be loaded. */
export const texts: EditorTexts = await textsIn(chosenLanguage()).catch(() => english);

async function textsIn(language: ReturnType<typeof chosenLanguage>): Promise<EditorTexts> {
  switch (language) {
    case "ar":
      return (await import("./texts/arabic.ts")).arabic;
    case "de":
      return (await import("./texts/german.ts")).german;
    default:
      return english;
  }
}
