import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { findFaults } from "../../schema/notice/faults/find-faults.ts";
import { type Text, textNames } from "../../schema/notice/texts.ts";
import { showValue } from "../../schema/text/show-value.ts";
import { hasTimeShape, type Texts } from "../../schema/words/written-texts.ts";
import { type Hidden, restoreAddresses } from "./tokens.ts";

/** What was asked for. */
export interface Asked {
  fields: Text[];
  hidden: Hidden[];
  /** All that a person wrote, as one text. */
  given: string;
}

/** The words in a model's reply, or in a sentence the first thing that is wrong with it. */
type Reading = { words: Texts } | { fault: string };

/** No text that is longer can be valid, in UTF-16 units: addresses are not looked for in it. */
const maxRead = 8000;

/** Reads what a model replied: JSON, exactly the texts that were asked for, each of them valid, and no other address. */
export function readReply(reply: string, { fields, hidden, given }: Asked): Reading {
  const parsed = parse(reply, fields);
  if ("fault" in parsed) return parsed;
  const isHuge = Object.values(parsed.words).some((text) => text.length > maxRead);
  if (isHuge) return { fault: schemaFault(parsed.words) ?? "It is too long." };
  const restored = restoreAddresses(parsed.words, hidden, given);
  if ("fault" in restored) return restored;
  const fault = schemaFault(restored.texts) ?? invisibleFault(restored.texts, given);
  return fault === undefined ? { words: restored.texts } : { fault };
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
    words[field] = text.normalize("NFC");
  }
  return { words };
}

function schemaFault(words: Texts): string | undefined {
  const [fault] = findFaults({ ...defaults, ...words });
  if (fault) return fault.detail;
  const isTime = words.expectedReturn !== undefined && hasTimeShape(words.expectedReturn);
  return isTime ? `"expectedReturn" is a time, and was words: give words.` : undefined;
}

/** What turns the order of characters around, or cannot be seen at all: it could show 00:12 where 21:00 is written. */
const treacherous = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}]/gu;

function invisibleFault(words: Texts, given: string): string | undefined {
  for (const field of textNames) {
    const found = words[field]?.match(treacherous)?.find((character) => !given.includes(character));
    if (found)
      return `"${field}" contains the invisible character U+${found.codePointAt(0)?.toString(16).toUpperCase()}, which was not given: leave it out.`;
  }
  return undefined;
}
