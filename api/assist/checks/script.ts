import type { LanguageTag } from "../../../schema/languages/tags.ts";

/** The scripts of Unicode that a script of BCP 47 is written in, if it has no script of its own there. */
const parts: Record<string, string[]> = {
  Hans: ["Hani"],
  Hant: ["Hani"],
  Jpan: ["Hani", "Hira", "Kana"],
  Kore: ["Hang", "Hani"],
};

/** The characters of a language's own script, as the inside of a class in a regular expression with the flag `u`. */
export function ownCharacters(language: LanguageTag): string {
  const { script = "Latn" } = new Intl.Locale(language).maximize();
  return (parts[script] ?? [script]).map((name) => `\\p{Script_Extensions=${name}}`).join("");
}

/** Whether a text is in another script than its language's; names of products are in Latin in every language. */
export function isInOtherScript(text: string, language: LanguageTag): boolean {
  const own = ownCharacters(language);
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
  const others = count(new RegExp(`(?![${own}])\\p{L}`, "gu"));
  const owns = count(new RegExp(`(?=[${own}])\\p{L}`, "gu"));
  return others >= 4 && owns < (own.includes("Latn") ? others : others / 4);
}
