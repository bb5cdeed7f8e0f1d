import type { DayFirst } from "../../schema/languages/day-first.ts";
import { am } from "./am.ts";
import { ar } from "./ar.ts";
import { bg } from "./bg.ts";
import { bn } from "./bn.ts";
import { ca } from "./ca.ts";
import { cs } from "./cs.ts";
import { da } from "./da.ts";
import { de } from "./de.ts";
import { el } from "./el.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { et } from "./et.ts";
import { fa } from "./fa.ts";
import { fi } from "./fi.ts";
import { fil } from "./fil.ts";
import { fr } from "./fr.ts";
import { gu } from "./gu.ts";
import { he } from "./he.ts";
import { hi } from "./hi.ts";
import { hr } from "./hr.ts";
import { hu } from "./hu.ts";
import { id } from "./id.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { kn } from "./kn.ts";
import { ko } from "./ko.ts";
import type { CompleteLocale, Locale } from "./locale.ts";
import { lt } from "./lt.ts";
import { lv } from "./lv.ts";
import { ml } from "./ml.ts";
import { mr } from "./mr.ts";
import { ms } from "./ms.ts";
import { nb } from "./nb.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { ptBR } from "./pt-BR.ts";
import { ptPT } from "./pt-PT.ts";
import { ro } from "./ro.ts";
import { ru } from "./ru.ts";
import { sk } from "./sk.ts";
import { sl } from "./sl.ts";
import { sr } from "./sr.ts";
import { sv } from "./sv.ts";
import { sw } from "./sw.ts";
import { ta } from "./ta.ts";
import { te } from "./te.ts";
import { th } from "./th.ts";
import { tr } from "./tr.ts";
import { uk } from "./uk.ts";
import { ur } from "./ur.ts";
import { vi } from "./vi.ts";
import { zhHans } from "./zh-Hans.ts";
import { zhHant } from "./zh-Hant.ts";

const complete: readonly [CompleteLocale, ...CompleteLocale[]] = [
  en,
  am,
  ar,
  bg,
  bn,
  ca,
  cs,
  da,
  de,
  el,
  es,
  et,
  fa,
  fi,
  fil,
  fr,
  gu,
  he,
  hi,
  hr,
  hu,
  id,
  it,
  ja,
  kn,
  ko,
  lt,
  lv,
  ml,
  mr,
  ms,
  nb,
  nl,
  pl,
  ptBR,
  ptPT,
  ro,
  ru,
  sk,
  sl,
  sr,
  sv,
  sw,
  ta,
  te,
  th,
  tr,
  uk,
  ur,
  vi,
  zhHans,
  zhHant,
];

/** Every language of the page; the first one stands in for any that is missing. */
export const locales = complete.map(({ unsaved: _, ...locale }) => locale) as [Locale, ...Locale[]];

/** The language of the page with a tag, with times as they are told; the first one if there is none. */
export function localeOf(tag: string | undefined, formatting?: DayFirst): Locale {
  const locale = locales.find((locale) => locale.tag === tag) ?? locales[0];
  return formatting ? { ...locale, formatting } : locale;
}

/**
 * The language of a page for a request that did not reach the app. Such a page stays until the visitor goes back to what
 * they typed: it does not open another one, and tells nobody to load it again, which would send the request again.
 */
export function unsavedLocaleOf(tag: string, formatting?: DayFirst): CompleteLocale {
  const { unsaved } = complete.find((locale) => locale.tag === tag) ?? complete[0];
  const { strings, ...locale } = localeOf(tag, formatting);
  return { ...locale, unsaved, strings: { ...strings, opening: unsaved, reload: "", leaveOpen: "" } };
}

/**
 * The language of a page without a script, which does nothing by itself: it always says to load it again, also where it
 * says that the return takes longer.
 */
export function scriptlessLocaleOf(tag: string | undefined, formatting?: DayFirst): Locale {
  const { strings, ...locale } = localeOf(tag, formatting);
  const { overdue, reload } = strings;
  const space = overdue.endsWith("。") ? "" : " ";
  return {
    ...locale,
    strings: { ...strings, overdue: `${overdue}${space}${reload}`, leaveOpen: "", unreachable: "" },
  };
}
