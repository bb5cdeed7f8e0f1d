import { type LanguageTag, ownTags } from "./tags.ts";

/** What stands in for one of the page's languages: the same language, in the same script. */
export interface Sibling {
  tag: LanguageTag;
  /** A pattern of the language tags that mean the other language itself, and so come before this one. */
  after: string;
}

/** The languages that can stand in for each other. */
export const siblings: Partial<Record<LanguageTag, Sibling>> = {
  "pt-BR": { tag: "pt-PT", after: ownTags("pt-BR") },
  "pt-PT": { tag: "pt-BR", after: ownTags("pt-PT") },
};
