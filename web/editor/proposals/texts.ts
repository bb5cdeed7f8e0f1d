import { texts } from "../texts.ts";
import { type ProposalTexts, proposalsInEnglish } from "./texts/proposals-in-english.ts";

/** What is said of proposals, in the language of this page; in English where the other cannot be loaded. */
export const said: ProposalTexts = await textsIn(texts.locale.tag).catch(() => proposalsInEnglish);

async function textsIn(language: string): Promise<ProposalTexts> {
  switch (language) {
    case "ar":
      return (await import("./texts/proposals-in-arabic.ts")).proposalsInArabic;
    case "de":
      return (await import("./texts/proposals-in-german.ts")).proposalsInGerman;
    default:
      return proposalsInEnglish;
  }
}
