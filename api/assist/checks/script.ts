import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { withoutAddresses } from "../addresses.ts";
import { chineseFault } from "./chinese.ts";

/** The scripts of Unicode that a script of BCP 47 is written in, where it is not one of the same name. */
const written: Record<string, string[]> = {
  Arab: ["Arabic"],
  Beng: ["Bengali"],
  Cyrl: ["Cyrillic"],
  Deva: ["Devanagari"],
  Ethi: ["Ethiopic"],
  Grek: ["Greek"],
  Gujr: ["Gujarati"],
  Hans: ["Han"],
  Hant: ["Han"],
  Hebr: ["Hebrew"],
  Jpan: ["Han", "Hiragana", "Katakana"],
  Knda: ["Kannada"],
  Kore: ["Hangul", "Han"],
  Latn: ["Latin"],
  Mlym: ["Malayalam"],
  Taml: ["Tamil"],
  Telu: ["Telugu"],
  Thai: ["Thai"],
};

/** A character of these scripts says as much as two or three letters of others. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** So many words of another script in a row are no name of a product. */
const maxForeignWords = 4;

/** What is wrong with the script of a text in a language, as the end of a sentence; undefined if nothing is. */
export function scriptFault(text: string, language: LanguageTag): string | undefined {
  const { script = "Latn" } = new Intl.Locale(language).maximize();
  const isOwn = new RegExp(
    `[${(written[script] ?? ["Latin"]).map((name) => `\\p{Script=${name}}`).join("")}]`,
    "u",
  );
  const prose = withoutAddresses(text);
  if (foreignRun(prose, isOwn) > maxForeignWords)
    return "has a whole phrase in another script than the language's";
  let [own, other] = [0, 0];
  for (const letter of prose.match(/\p{L}/gu) ?? []) {
    if (isOwn.test(letter)) own += dense.test(letter) ? 2.5 : 1;
    else if (!/\p{Script=Common}/u.test(letter)) other += 1;
  }
  // Names of products are in Latin in every language.
  const least = script === "Latn" ? other : other / 4;
  if (other >= 4 && own < least) return "is written in another script than the language's";
  return chineseFault(prose, language);
}

/** The longest row of words in another script, of which most begin with a small letter or have none. */
function foreignRun(text: string, isOwn: RegExp): number {
  let [best, run, names] = [0, 0, 0];
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
    if (isOwn.test(word)) [run, names] = [0, 0];
    else {
      run += 1;
      if (/^\p{Lu}/u.test(word)) names += 1;
      if (names * 2 < run) best = Math.max(best, run);
    }
  }
  return best;
}
