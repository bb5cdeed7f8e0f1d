import type { SaxesAttributeNS } from "saxes";

const elements = words(`
  svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan style
  linearGradient radialGradient stop clipPath mask pattern
`);

const attributes = words(`
  id class style lang role version baseProfile viewBox preserveAspectRatio width height x y dx dy rotate
  x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength transform gradientTransform patternTransform
  gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits spreadMethod offset
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset color opacity display visibility overflow clip-path clip-rule mask
  stop-color stop-opacity vector-effect paint-order shape-rendering text-rendering color-interpolation
  mix-blend-mode isolation transform-origin enable-background font-family font-size font-style font-weight
  font-stretch font-variant letter-spacing word-spacing text-anchor text-decoration dominant-baseline
  alignment-baseline baseline-shift textLength lengthAdjust type media aria-hidden aria-label aria-labelledby focusable
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Why an element is refused, to go after the file's name; undefined for one that only draws. */
export function elementFault(name: string): string | undefined {
  return elements.has(name) ? undefined : `has <${name}>, which a logo may not have: remove it`;
}

/** Why an attribute is refused, in the same form; undefined for one that is allowed. */
export function attributeFault({ name, local, prefix, value }: SaxesAttributeNS): string | undefined {
  if (prefix === "xmlns" || name === "xmlns" || name === "xml:space" || name === "xml:lang") return undefined;
  if (local.toLowerCase().startsWith("on")) return `has the handler ${name}: remove it`;
  if (local === "href" && (prefix === "" || prefix === "xlink")) {
    return value.startsWith("#")
      ? undefined
      : `has ${name} to something outside itself: only "#…" is allowed`;
  }
  if (prefix !== "" || !attributes.has(name))
    return `has the attribute ${name}, which a logo may not have: remove it`;
  return name === "style" ? styleFault(value) : paintFault(name, value);
}

/** What may load something, in attributes and in styles. */
const loading = /(?:url|src|image|image-set|element)\s*\(/i;

/** Why CSS is refused: whatever might load something, in any spelling. */
export function styleFault(css: string): string | undefined {
  if (css.includes("\\")) return "has a style with a backslash: write the style without one";
  const rule = /@(?!media\b)[\w-]*/i.exec(css);
  if (rule) return `has a style with ${rule[0]}: remove it`;
  const loads = loading.exec(css);
  return loads
    ? `has a style with ${loads[0]}…): write it as an attribute, such as fill="url(#…)"`
    : undefined;
}

/** A reference in an attribute must be to a part of the same SVG. */
function paintFault(name: string, value: string): string | undefined {
  const others = value.replace(/url\(\s*(["']?)#[^"'()\s\\]+\1\s*\)/gi, "");
  return others.includes("\\") || loading.test(others)
    ? `has ${name} with a reference to something outside itself: only "url(#…)" is allowed`
    : undefined;
}
