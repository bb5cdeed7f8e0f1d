/** The name appears as the author in the history: it must not hide characters, or look like two names. */
const allowed = /^(?![ -])[\p{L}\p{M}\p{N} ._@+-]{1,60}(?<! )$/u;

/** The rule for names of tokens, to follow a subject in a sentence. */
export const tokenNameRule =
  "must be 1 to 60 letters, digits, spaces or any of . _ @ + -, and neither begin with - nor begin or end with a space";

/** Reads the name of a token, in Unicode NFC; undefined if it breaks the rule. */
export function readTokenName(text: string): string | undefined {
  const name = text.normalize();
  return allowed.test(name) ? name : undefined;
}
