import type { ErrorObject } from "ajv";

/** The first error of each part of a value. */
export function firstOfEachPart(errors: readonly ErrorObject[]): ErrorObject[] {
  const firsts = new Map<string, ErrorObject>();
  // These two only repeat that something inside is wrong.
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

/** The name of the missing, unknown or misnamed member that an error is about. */
export function nameIn({ params, propertyName }: ErrorObject): string | undefined {
  return params.missingProperty ?? params.additionalProperty ?? propertyName;
}
