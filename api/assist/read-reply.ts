import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { findFaults } from "../../schema/notice/faults/find-faults.ts";
import { type Text, textNames } from "../../schema/notice/texts.ts";
import { showValue } from "../../schema/text/show-value.ts";
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
  if (Buffer.byteLength(reply) > maxSaidBytes)
    return { fault: `It has more than ${maxSaidBytes} bytes: keep to the lengths that were named.` };
  const parsed = parse(reply, fields);
  if ("fault" in parsed) return parsed;
  const words = mapTexts(parsed.words, (text) => withoutInvisible(text, given).normalize("NFC"));
  const fault = schemaFault(words) ?? addressFault(words, given);
  return fault === undefined ? { words } : { fault };
}

function addressFault(words: Texts, given: string): string | undefined {
  const known = new Set(findAddresses(given));
  for (const [field, text] of Object.entries(words)) {
    const other = findAddresses(text).find((address) => !known.has(address));
    if (other)
      return `"${field}" contains the address ${showValue(other)}, which was not given: leave it out.`;
  }
  return undefined;
}

/** Changes each of the texts. */
function mapTexts(texts: Texts, map: (text: string) => string): Texts {
  const written = textNames.filter((field) => texts[field] !== undefined);
  return Object.fromEntries(written.map((field) => [field, map(texts[field] ?? "")]));
}

function parse(reply: string, fields: Text[]): Reading {
  const shape = `give one object with exactly ${fields.map((field) => `"${field}"`).join(", ")}, each of them a string, and no text around it`;
  let value: unknown;
  try {
    value = parseJson(Buffer.from(reply));
  } catch (error) {
    if (!isNoticeError(error, "JSON_INVALID")) throw error;
    return { fault: `It is not valid JSON: ${shape}.` };
  }
  const said = new Map<string, unknown>(Array.isArray(value) ? [] : Object.entries(Object(value)));
  if (said.size !== fields.length || !fields.every((field) => typeof said.get(field) === "string"))
    return { fault: `It is not what was asked for: ${shape}.` };
  const words = mapTexts(Object.fromEntries(said), (text) => text);
  // To normalise a long row of accents takes seconds.
  const long = fields.find((field) => (words[field] ?? "").length > maxTextLength);
  return long
    ? { fault: `"${long}" has ${words[long]?.length} characters: keep to the length that was named.` }
    : { words };
}

function schemaFault(words: Texts): string | undefined {
  const [fault] = findFaults({ ...defaults, ...words });
  if (fault) return fault.detail;
  const isTime = words.expectedReturn !== undefined && hasTimeShape(words.expectedReturn);
  return isTime ? `"expectedReturn" is a time, and was words: give words.` : undefined;
}
