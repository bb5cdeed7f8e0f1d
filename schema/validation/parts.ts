import type { ErrorObject } from "ajv";

/** The first rule that each part of a value breaks, of all that Ajv found. */
export function firstOfEachPart(errors: readonly ErrorObject[]): ErrorObject[] {
  const firsts = new Map<string, ErrorObject>();
  // These two only say that something inside is wrong, which has an error of its own.
  for (const error of errors.filter(({ keyword }) => keyword !== "if" && keyword !== "propertyNames")) {
    const part = partOf(error);
    if (!firsts.has(part)) firsts.set(part, error);
  }
  return [...firsts.values()];
}

/** A key for the part of the value that an error is about: each member's name is a part of its own. */
export function partOf(error: ErrorObject): string {
  return `${error.instancePath}/${nameIn(error) ?? ""}`;
}

/** The name that an error is about: of a member that is missing or unknown, or that must not have such a name. */
export function nameIn({ params, propertyName }: ErrorObject): string | undefined {
  return params.missingProperty ?? params.additionalProperty ?? propertyName;
}
