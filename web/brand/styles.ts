import { schemes } from "../../schema/brand/schemes.ts";
import { moveAccent } from "./accent.ts";

/**
 * The layout of a brand's parts. The page's own styles set the type and `--margin`. Above the brand is a row of up to
 * 24 px, as far as the page leaves space free. The bottom is hidden until the
 * whole page has arrived, up to the template at its end: arriving content would move it.
 */
const layout = `
body { display: flex; flex-direction: column; min-height: 100vh; min-height: 100svh }
body::before { content: ""; flex: 999 0 .5rem; max-height: 1.5rem }
body:not(:has(> template)) .brand-foot { visibility: hidden }
#page { flex: 1 0 auto; min-height: 0 }
.brand, .brand > *, .brand-foot, .brand-foot ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem }
.brand { padding: 0 var(--margin); font-weight: 600 }
.brand > * { align-items: center; column-gap: .75rem }
.brand img { display: block; max-width: 100%; height: auto }
.brand a, .brand-foot a { min-width: 1.5rem; min-height: 1.5rem }
.brand a:not(:hover) { text-decoration: none }
footer { padding-bottom: .25rem }
.brand-foot { justify-content: space-between; padding: 0 var(--margin) max(1.25rem, env(safe-area-inset-bottom)); background: var(--paper-low); color: var(--quiet); font-size: 1rem }
.brand-foot ul { padding: 0; list-style: none }
.brand-foot a { font-weight: 400 }
main { padding-top: 2rem }
.sunrise { --width: clamp(8.75rem, min(18vw, 23vh), 15rem) }
@media (pointer: coarse) { .brand-foot a { display: inline-flex; align-items: center; min-width: 2.75rem; min-height: 2.75rem } }
@media (min-width: 40rem) { main { padding-top: clamp(2rem, 5vh, 6rem) } }
@media (max-height: 49.99rem) { main { padding-top: clamp(.5rem, 20vh - 7rem, 2rem) } .brand-foot { padding-bottom: max(.75rem, env(safe-area-inset-bottom)) } }
`;

/** The styles of a brand: its layout, and its accent in place of our colours. */
export function brandStyles(accent: string | undefined): string {
  return `${layout}${accent === undefined ? "" : colorsOf(accent)}`
    .trim()
    .replaceAll(/\s*\n\s*/g, "")
    .replaceAll(/\s*([{};,]|:(?=\s))\s*/g, "$1");
}

/**
 * The colours of an accent, without `light-dark()`, which some browsers do not know. Paper is light, even if the screen
 * is dark.
 */
function colorsOf(accent: string): string {
  const [light, dark] = schemes.map((scheme) => {
    const [link, sun] = [moveAccent(accent, "text", scheme), moveAccent(accent, "sun", scheme)];
    return `:root { --link: ${link.color}; --sun: ${sun.color} }`;
  });
  return `${light}@media screen and (prefers-color-scheme: dark) { ${dark} }`;
}
