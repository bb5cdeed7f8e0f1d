import type { ErrorObject } from "ajv";
import { languageTags, means } from "../../languages/tags.ts";

/**
 * Finds translations into the notice's own language. The published schema has a condition for each language, which takes
 * too long to check.
 */
export function findLanguageErrors(notice: unknown): ErrorObject[] {
  const { language, translations } = Object(notice);
  if (typeof language !== "string") return [];
  return languageTags
    .filter((tag) => Object.hasOwn(Object(translations), tag) && means(language, tag))
    .map((tag) => ({
      keyword: "own language",
      instancePath: `/translations/${tag}`,
      schemaPath: "#/allOf",
      params: { language },
    }));
}
