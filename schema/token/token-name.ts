/** The name is an author in the history: nothing in it may be invisible, or make it look like two names. */
const allowed = /^(?![ -])[\p{L}\p{M}\p{N} ._@+-]{1,60}(?<! )$/u;

/** The rule for the name of a token, as what follows a subject. */
export const tokenNameRule =
  "must be 1 to 60 letters, digits, spaces or any of . _ @ + -, and neither begin with - nor begin or end with a space";

/** The name of a token, which is the author of what is published with it; undefined if the text is no such name. */
export function readTokenName(text: string): string | undefined {
  const name = text.normalize();
  return allowed.test(name) ? name : undefined;
}
