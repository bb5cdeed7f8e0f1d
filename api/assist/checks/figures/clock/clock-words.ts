import type { LanguageTag } from "../../../../../schema/languages/tags.ts";

/**
 * What makes a clock time of a whole hour, before or after it, as patterns. Those that stand after it may also make a
 * duration of it: such a number may be either.
 */
export const clockWords: Partial<Record<LanguageTag, { before?: string; after?: string }>> = {
  ar: { before: "الساعة|للساعة" },
  bg: { before: "в|до|към|от|след", after: "часа|часът|ч\\.?" },
  bn: { after: "টা[\\p{L}\\p{M}]*|টে" },
  ca: { before: "les|a les", after: "h|hores" },
  cs: { before: "v|ve|do|od|po", after: "hod\\.?|hodin[a-z]*|h" },
  da: { before: "kl\\.?|klokken" },
  de: { before: "um|bis|ab|von|vor|nach", after: "uhr" },
  el: { before: "στις|ώρα|τις" },
  en: { before: "at|by|until|till|from|before|after", after: "o['’]clock" },
  es: { before: "a las|las|a la", after: "h|hs|horas" },
  et: { before: "kell|kella|kl\\.?" },
  fa: { before: "ساعت" },
  fi: { before: "klo|kello|kl\\.?" },
  fil: { before: "alas|ala|ganap na" },
  fr: { before: "à|avant|après|dès", after: "h|heures?" },
  gu: { after: "વાગ[\\p{L}\\p{M}]*" },
  he: { before: "בשעה|השעה|שעה|ב-|עד" },
  hi: { before: "के", after: "बजे|बजकर" },
  hr: { before: "u|do|od|nakon", after: "sati|sata|sat|h" },
  hu: { after: "óra[a-zé]*|órá[a-zé]*|-kor|-ig|-tól|-től" },
  id: { before: "pukul|jam" },
  it: { before: "alle|ore|dalle|le|per le" },
  kn: { after: "ಗಂಟೆ[\\p{L}\\p{M}]*" },
  lt: { before: "iki|nuo|po", after: "val\\.?|valand[\\p{L}]*" },
  lv: { before: "plkst\\.?|pulksten|līdz|no" },
  ml: { after: "മണി[\\p{L}\\p{M}]*" },
  mr: { after: "वाज[\\p{L}\\p{M}]*" },
  ms: { before: "pukul|jam" },
  nb: { before: "kl\\.?|klokken|klokka" },
  nl: { before: "om|tot|vanaf|voor|na", after: "uur|u\\.?" },
  pl: { before: "o|do|od|po|godz\\.?|godzinie|godziny|godzinę", after: "godz\\.?" },
  "pt-BR": { before: "às|as|até às|das", after: "h|horas" },
  "pt-PT": { before: "às|as|até às|das", after: "h|horas" },
  ro: { before: "ora|orele|la" },
  ru: { before: "в|до|к|с|после", after: "час[а-я]*|ч\\.?" },
  sk: { before: "o|do|od|po", after: "hod\\.?|hodin[a-zeyáě]*|h" },
  sl: { before: "ob|do|od|po", after: "\\.? ?uri|\\.? ?ure|h" },
  sr: { before: "у|до|од|око|после", after: "сат[а-я]*|час[а-я]*|ч\\.?|h" },
  sv: { before: "kl\\.?|klockan" },
  sw: { before: "saa" },
  ta: { after: "மணி[\\p{L}\\p{M}]*" },
  te: { after: "గంట[\\p{L}\\p{M}]*" },
  th: { after: "น\\.?|นาฬิกา|โมง" },
  tr: { before: "saat", after: "['’][\\p{L}]+" },
  uk: { before: "о|об|до|після|з|в", after: "год[а-яі]*\\.?|-?[йї]" },
  ur: { after: "بجے|بجکر" },
  vi: { before: "lúc", after: "giờ|h" },
};

/** The languages whose word after an hour is never said of a duration, as "Uhr" is not. */
export const onlyClockAfter = new Set<LanguageTag>(["de", "en", "gu", "hi", "mr", "th", "tr", "ur"]);

/** What makes nothing but a clock time of a number, whatever stands after it. */
export const onlyClockBefore: Partial<Record<LanguageTag, string>> = {
  bg: "в",
  ca: "a les",
  cs: "ve?",
  es: "a las|a la",
  fr: "(?<![\\dh]\\s{0,2}|heures?\\s)à",
  it: "alle",
  nl: "om",
  "pt-BR": "às",
  "pt-PT": "às",
  ru: "в",
  sl: "ob",
  uk: "об?",
};
