import { de as locale } from "../../locales/de.ts";
import type { EditorTexts } from "./english.ts";

/** Everything that the editor says, in German. */
export const german: EditorTexts = { locale } as EditorTexts;
