import { texts } from "../texts.ts";
import { type ProposalTexts, proposalsInEnglish } from "./texts/proposals-in-english.ts";

/** The texts about proposals in the language of this page; in English if that language cannot be loaded. */
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
