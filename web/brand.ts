export { moveAccent } from "./brand/accent.ts";
export { makePageBrand } from "./brand/make-page-brand.tsx";
export type { PageBrand } from "./brand/page-brand.ts";
