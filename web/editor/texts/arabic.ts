import { ar as locale } from "../../locales/ar.ts";
import type { EditorTexts } from "./english.ts";

/** Everything that the editor says, in Arabic. */
export const arabic: EditorTexts = { locale } as EditorTexts;
