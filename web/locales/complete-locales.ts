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
import type { CompleteLocale } from "./locale.ts";
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

/** Every language of the page; the first is the fallback. The build puts them all into this module. */
export const completeLocales: readonly [CompleteLocale, ...CompleteLocale[]] = [
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
