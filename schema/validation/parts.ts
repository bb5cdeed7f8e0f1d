import type { ErrorObject } from "ajv";

/** The first rule that each part of a value breaks, of all that Ajv found. */
export function firstOfEachPart(errors: readonly ErrorObject[]): ErrorObject[] {
  const firsts = new Map<string, ErrorObject>();
  // These two only say that something inside them is wrong, which is said as well.
  for (const error of errors.filter(({ keyword }) => keyword !== "if" && keyword !== "propertyNames")) {
    const part = partOf(error);
    if (!firsts.has(part)) firsts.set(part, error);
  }
  return [...firsts.values()];
}

/** What an error is about, as a text that is the same for the same part: each member's name is a part of its own. */
export function partOf(error: ErrorObject): string {
  return `${error.instancePath}/${nameIn(error) ?? ""}`;
}

/** The name that an error is about: of a member that is missing or unknown, or that must not have such a name. */
export function nameIn({ params, propertyName }: ErrorObject): string | undefined {
  return params.missingProperty ?? params.additionalProperty ?? propertyName;
}
