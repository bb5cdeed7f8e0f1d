import { InvalidArgumentError } from "commander";
import { readTokenName, tokenNameRule } from "../../schema/token/token.ts";

/** Reads the argument for the name of a token. */
export function tokenName(value: string): string {
  const name = readTokenName(value);
  if (name === undefined) throw new InvalidArgumentError(`It ${tokenNameRule}.`);
  return name;
}

/** A name as it is typed on a command line. */
export function asArgument(name: string): string {
  return name.includes(" ") ? `"${name}"` : name;
}
