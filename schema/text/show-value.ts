import { escapeUnits } from "./printable.ts";
import { shorten } from "./shorten.ts";

/** A value as ASCII JSON, cut short, so that it is safe in a terminal and in a log. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return shorten(escapeUnits(String(JSON.stringify(value)), /[^ -~]/g), 80);
}
