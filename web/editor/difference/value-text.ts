import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { formatTime } from "../../page/date-and-clock.ts";
import { languageName } from "../language.ts";
import { texts } from "../texts.ts";

/** A value of the notice as people read it: a time in this computer's zone, a language by its name; empty if absent. */
export function valueText(field: string, value: unknown): string {
  const text = value === undefined ? "" : String(value);
  if (field === "language") return text && languageName(text);
  const expected = field === "expectedReturn" && readExpectedReturn(text);
  if (!expected || expected.kind === "text") return text;
  return formatTime(expected.time, texts.locale, navigator.languages).replaceAll("\u00a0", " ");
}

/** Both values of a change as people read them, or as stored if people would see no difference. */
export function valueTexts(field: string, values: [before: unknown, after: unknown]): [string, string] {
  const [before, after] = values.map((value) => valueText(field, value)) as [string, string];
  return before === after ? [String(values[0]), String(values[1])] : [before, after];
}
