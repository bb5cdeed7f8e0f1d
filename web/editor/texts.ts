import { chosenLanguage } from "./texts/chosen-language.ts";
import { type EditorTexts, english } from "./texts/english.ts";

/** Everything that the editor says, in the language of this page; in English where the other cannot be loaded. */
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
