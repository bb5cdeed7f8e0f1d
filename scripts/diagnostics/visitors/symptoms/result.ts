import type { DiagnosticResult } from "../../../../data/store.ts";
import { shorten } from "../../../../schema/text/shorten.ts";
import { showValue } from "../../../../schema/text/show-value.ts";
import type { NoReply, SeenReply } from "../asking/ask.ts";
import { header, isReply } from "../asking/recognize.ts";
import { type SymptomName, symptoms } from "./symptoms.ts";

/** A line of what visitors see and, where that is wrong, why it may be so. */
export interface SeenResult extends DiagnosticResult {
  symptom?: SymptomName;
  cause?: string;
  /** The section that has every cause, and what mends each. */
  more?: string;
}

/** Something that is as it should be. */
export function right(subject: string, detail: string): SeenResult {
  return { subject, state: "ok", detail };
}

/** Something that is wrong: its symptom, what was seen, and the likely cause. */
export function wrong(name: SymptomName, seen: string): SeenResult {
  const { subject, symptom, cause } = symptoms[name];
  const more = `docs/troubleshooting.md#${subject.toLowerCase().replace(/\W+/g, "-")}`;
  return { subject, state: "failure", detail: `${symptom} (${seen})`, symptom: name, cause, more };
}

/** What came, in a few words that are safe in a terminal. */
export function inWords(outcome: SeenReply | NoReply): string {
  if (!isReply(outcome)) return `no reply: ${shorten(outcome.noReply, 200)}`;
  const { status, bodyFault } = outcome;
  const type = header(outcome, "Content-Type");
  const fault = bodyFault && `, whose body cannot be read: ${bodyFault}`;
  return `${status}${type === undefined ? "" : `, ${showValue(type)}`}${fault ?? ""}`;
}
