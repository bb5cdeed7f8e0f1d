import type { LanguageTag } from "../../../schema/languages/tags.ts";

/** The scripts of Unicode that a script of BCP 47 is written in, if it has no script of its own there. */
const parts: Record<string, string[]> = {
  Hans: ["Hani"],
  Hant: ["Hani"],
  Jpan: ["Hani", "Hira", "Kana"],
  Kore: ["Hang", "Hani"],
};

/** Whether a text is in another script than its language's; names of products are in Latin in every language. */
export function isInOtherScript(text: string, language: LanguageTag): boolean {
  const { script = "Latn" } = new Intl.Locale(language).maximize();
  const own = (parts[script] ?? [script]).map((name) => `\\p{Script_Extensions=${name}}`).join("");
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
  const others = count(new RegExp(`(?![${own}])\\p{L}`, "gu"));
  const owns = count(new RegExp(`(?=[${own}])\\p{L}`, "gu"));
  return others >= 4 && owns < (own.includes("Latn") ? others : others / 4);
}
