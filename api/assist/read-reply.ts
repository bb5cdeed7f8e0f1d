import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { findFaults } from "../../schema/notice/faults/find-faults.ts";
import { type Text, textNames } from "../../schema/notice/texts.ts";
import { showValue } from "../../schema/text/show-value.ts";
import { hasTimeShape, type Texts } from "../../schema/words/written-texts.ts";
import { withoutInvisible } from "./checks/invisible.ts";
import { type Hidden, mapTexts, restoreAddresses } from "./tokens.ts";

/** What was asked for. */
export interface Asked {
  fields: Text[];
  hidden: Hidden[];
  /** All that a person wrote, as one text. */
  given: string;
}

/** The words in a model's reply, or in a sentence the first thing that is wrong with it. */
type Reading = { words: Texts } | { fault: string };

/** The longest reply that is looked at, in bytes: the longest texts have fewer, with each character escaped. */
const maxSaidBytes = 32 * 1024;

/** No text that is longer can be valid, in UTF-16 units: nothing is looked for in it. */
const maxTextLength = 8000;

/** Reads what a model replied: JSON, exactly the texts that were asked for, each of them valid, and no other address. */
export function readReply(reply: string, { fields, hidden, given }: Asked): Reading {
  if (Buffer.byteLength(reply) > maxSaidBytes)
    return { fault: `It has more than ${maxSaidBytes} bytes: keep to the lengths that were named.` };
  const parsed = parse(reply, fields);
  if ("fault" in parsed) return parsed;
  const words = mapTexts(parsed.words, (_field, text) => withoutInvisible(text, given).normalize("NFC"));
  const restored = restoreAddresses(words, hidden, given);
  if ("fault" in restored) return restored;
  const { texts } = restored;
  const fault = schemaFault(texts);
  return fault === undefined ? { words: texts } : { fault };
}

function parse(reply: string, fields: Text[]): Reading {
  let value: unknown;
  try {
    value = parseJson(Buffer.from(reply));
  } catch (error) {
    if (!isNoticeError(error, "JSON_INVALID")) throw error;
    return { fault: "It is not valid JSON: give one object, and no text around it." };
  }
  const shape = `give one object with exactly ${fields.map((field) => `"${field}"`).join(", ")}`;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { fault: `It is not a JSON object: ${shape}.` };
  const entries = new Map<string, unknown>(Object.entries(value));
  const missing = fields.find((field) => !entries.has(field));
  if (missing) return { fault: `"${missing}" is missing: ${shape}.` };
  const surplus = [...entries.keys()].find((name) => !(fields as string[]).includes(name));
  if (surplus !== undefined) return { fault: `${showValue(surplus)} was not asked for: ${shape}.` };
  const words: Record<string, string> = {};
  for (const field of textNames.filter((name) => fields.includes(name))) {
    const text = entries.get(field);
    if (typeof text !== "string")
      return { fault: `"${field}" is not text: ${shape}, each of them a string.` };
    // Unicode's normal form of a long row of accents takes seconds.
    if (text.length > maxTextLength)
      return { fault: `"${field}" has ${text.length} characters: keep to the length that was named.` };
    words[field] = text;
  }
  return { words };
}

function schemaFault(words: Texts): string | undefined {
  const [fault] = findFaults({ ...defaults, ...words });
  if (fault) return fault.detail;
  const isTime = words.expectedReturn !== undefined && hasTimeShape(words.expectedReturn);
  return isTime ? `"expectedReturn" is a time, and was words: give words.` : undefined;
}
