export { type AccentUse, type MovedAccent, moveAccent } from "./brand/accent.ts";
export { makePageBrand, shownSize } from "./brand/make-page-brand.tsx";
export type { PageBrand } from "./brand/page-brand.ts";
