import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { findFaults } from "../../schema/notice/faults.ts";
import type { Text } from "../../schema/notice/texts.ts";
import { showValue } from "../../schema/text/text.ts";
import { hasTimeShape, type Texts } from "../../schema/words/written-texts.ts";
import { findAddresses } from "./checks/addresses.ts";
import { withoutInvisible } from "./checks/invisible.ts";

/** What was asked for. */
export interface Asked {
  fields: Text[];
  /** All texts by a person, joined. */
  given: string;
}

/** The words in a model's reply, or a sentence that says what is wrong with it first. */
type Reading = { words: Texts } | { fault: string };

/** The longest reply that is read, in bytes: the longest valid texts have fewer, even with each character escaped. */
const maxSaidBytes = 32 * 1024;

/** No longer text can be valid, in UTF-16 units. */
const maxTextLength = 8000;

/** Reads what a model replied: JSON, exactly the texts that were asked for, each of them valid, and no other address. */
export function readReply(reply: string, { fields, given }: Asked): Reading {
  const shape = `give one object with exactly ${fields.map((field) => `"${field}"`).join(", ")}, each of them a string of at most the named length, and no text around it`;
  if (Buffer.byteLength(reply) > maxSaidBytes)
    return { fault: `It has more than ${maxSaidBytes} bytes: keep to the lengths that were named.` };
  const said = parse(reply);
  if (said === undefined) return { fault: `It is not valid JSON: ${shape}.` };
  const texts = fields.flatMap((field) => {
    const text = said[field];
    // To normalise a long row of accents takes seconds.
    return typeof text === "string" && text.length <= maxTextLength ? [[field, text] as const] : [];
  });
  if (texts.length !== fields.length || Object.keys(said).length !== fields.length)
    return { fault: `It is not what was asked for: ${shape}.` };
  const words: Texts = Object.fromEntries(
    texts.map(([field, text]) => [field, withoutInvisible(text, given).normalize("NFC")]),
  );
  const fault = faultIn(words, given);
  return fault === undefined ? { words } : { fault };
}

function parse(reply: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(Buffer.from(reply));
    return Array.isArray(value) ? {} : Object(value);
  } catch (error) {
    if (isNoticeError(error, "JSON_INVALID")) return undefined;
    throw error;
  }
}

/** What is wrong with the words first. */
function faultIn(words: Texts, given: string): string | undefined {
  const [fault] = findFaults({ ...defaults, ...words });
  if (fault) return fault.detail;
  if (hasTimeShape(words.expectedReturn ?? ""))
    return '"expectedReturn" is a time, and was words: give words.';
  const known = findAddresses(given);
  const [other] = findAddresses(Object.values(words).join("\n")).filter(
    (address) => !known.includes(address),
  );
  return other && `It contains the address ${showValue(other)}, which was not given: leave it out.`;
}
