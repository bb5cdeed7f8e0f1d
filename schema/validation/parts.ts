import type { ErrorObject } from "ajv";

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

/**
 * The names on the way to a part of a document, from its JSON Pointer.
 * @see https://www.rfc-editor.org/rfc/rfc6901#section-4
 */
export function namesIn(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * The JSON Pointer to a part of a document as the fragment of a URI, such as `#/translations/de`.
 * @see https://www.rfc-editor.org/rfc/rfc6901#section-6
 */
export function fragmentOf(names: readonly string[]): string {
  return ["#", ...names.map(encode)].join("/");
}

function encode(name: string): string {
  // A lone surrogate cannot be encoded.
  const wellFormed = name.replaceAll(/\p{Cs}/gu, "\ufffd");
  return encodeURIComponent(wellFormed.replaceAll("~", "~0").replaceAll("/", "~1"));
}
