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
