import { type LanguageTag, ownTags } from "./tags.ts";

/** A language of the page that can replace another: the same language in the same script. */
export interface Sibling {
  tag: LanguageTag;
  /** A pattern of the tags that mean the replaced language. A notice in that language needs no sibling. */
  after: string;
}

/** The languages that can stand in for each other. */
export const siblings: Partial<Record<LanguageTag, Sibling>> = {
  "pt-BR": { tag: "pt-PT", after: ownTags("pt-BR") },
  "pt-PT": { tag: "pt-BR", after: ownTags("pt-PT") },
};
