import type { SaxesTagNS } from "saxes";

/** An element of an SVG, what it refers to in the same SVG, and what is in it. */
export interface DrawingPart {
  id: string | undefined;
  references: string[];
  parts: DrawingPart[];
}

/** The part that an element begins. */
export function drawingPartOf({ attributes }: SaxesTagNS): DrawingPart {
  const references = Object.values(attributes).flatMap(({ local, value }) =>
    local === "href"
      ? [value.slice(1)]
      : [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)].map(([, id = ""]) => id),
  );
  return { id: attributes.id?.value, references, parts: [] };
}

/** How many elements are drawn when every reference is followed; infinitely many where one leads back to itself. */
export function countDrawn(root: DrawingPart): number {
  const known = new Map<string, DrawingPart>();
  const learn = (part: DrawingPart): void => {
    if (part.id !== undefined && !known.has(part.id)) known.set(part.id, part);
    part.parts.forEach(learn);
  };
  learn(root);
  const counts = new Map<DrawingPart, number>();
  const count = (part: DrawingPart): number => {
    const counted = counts.get(part);
    if (counted !== undefined) return counted;
    // A part that is reached again while it is being counted contains itself.
    counts.set(part, Number.POSITIVE_INFINITY);
    const referred = part.references.flatMap((id) => known.get(id) ?? []);
    const total = [...part.parts, ...referred].reduce((sum, other) => sum + count(other), 1);
    counts.set(part, total);
    return total;
  };
  return count(root);
}
