import { normalizeText } from "../../../schema/notice/normalize.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Draft, TypedField } from "./draft.ts";
import { returnValueOf } from "./return-value.ts";

/** The notice of a draft without its translations, normalised. Empty optional texts are left out. */
export function ownValuesOf(draft: Draft): Omit<Notice, "translations"> {
  const { title, contactEmail } = draft;
  const optional: Record<Exclude<TypedField, "title" | "contactEmail"> | "expectedReturn", string> = {
    message: draft.message,
    expectedReturn: returnValueOf(draft.expectedReturn).value ?? "",
    language: draft.language,
  };
  const given = Object.entries(optional).filter(([, value]) => value !== "");
  return {
    isEnabled: true,
    title: normalizeText(title, "title"),
    contactEmail: normalizeText(contactEmail, "contactEmail"),
    ...Object.fromEntries(given.map(([name, value]) => [name, normalizeText(value, name)])),
  };
}
