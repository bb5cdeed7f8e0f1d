import { Uncountable } from "./fault.ts";

/** Reads an integer. The database sends it as text, so that nothing rounds it. @throws Uncountable */
export function toNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) throw new Uncountable();
  return number;
}
