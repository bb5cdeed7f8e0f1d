import { chosenLanguage } from "./texts/chosen-language.ts";
import { type EditorTexts, english } from "./texts/english.ts";

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
