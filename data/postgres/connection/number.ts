import { Uncountable } from "./fault.ts";

/** An integer from the database, which comes as text: neither a role's settings nor JavaScript round it. @throws Uncountable */
export function toNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) throw new Uncountable();
  return number;
}
