import { InvalidArgumentError } from "commander";
import { readTokenName, tokenNameRule } from "../../schema/token/token-name.ts";

/** The name of a token, as an argument of a command. */
export function tokenName(value: string): string {
  const name = readTokenName(value);
  if (name === undefined) throw new InvalidArgumentError(`It ${tokenNameRule}.`);
  return name;
}

/** A name as an argument of a command. */
export function asArgument(name: string): string {
  return name.includes(" ") ? `"${name}"` : name;
}
