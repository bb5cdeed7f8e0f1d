import { InvalidArgumentError } from "commander";

/** The name is an author in the history: nothing in it may be invisible, or make it look like two names. */
const allowed = /^(?![ -])[\p{L}\p{M}\p{N} ._@+-]{1,60}(?<! )$/u;

/** The name of a token, which is the author of what is published with it. */
export function tokenName(value: string): string {
  const name = value.normalize();
  if (!allowed.test(name)) {
    throw new InvalidArgumentError(
      "It must be 1 to 60 letters, digits, spaces or any of . _ @ + -, and neither begin with - nor begin or end with a space.",
    );
  }
  return name;
}

/** A name as an argument of a command. */
export function asArgument(name: string): string {
  return name.includes(" ") ? `"${name}"` : name;
}
