import type { ErrorObject } from "ajv";
import { namesIn } from "../../json/pointer.ts";
import { canonicalTag } from "../../languages/canonical.ts";
import { badCharacterIn, describeBad, isVisible } from "../../text/bad-character.ts";
import { countCharacters } from "../../text/count-characters.ts";
import { nearest } from "../../text/nearest.ts";
import { showValue } from "../../text/show-value.ts";
import { type Field, fields, noticeSchema, optionalFields } from "../notice.ts";
import type { Text } from "../texts.ts";
import { translations } from "../translations.ts";
import { explainTranslation } from "./explain-translation.ts";
import { meantAddress } from "./meant-address.ts";

/** Explains an error in a notice, in one ASCII sentence. */
export function explain(error: ErrorObject, notice: unknown): string {
  const path = namesIn(error.instancePath);
  return explainTranslation(error, path, notice) ?? explainValue(error, path);
}

function explainValue({ keyword, params, data }: ErrorObject, path: string[]): string {
  const name = path.join(".");
  const quoted = showValue(name);
  const giveIt = `give it ${ruleOf(path)}`;
  const isOptional = optionalFields.includes(name as Field);
  const isRequired = noticeSchema.required.includes(name as never);
  switch (keyword) {
    case "required":
      return `"${params.missingProperty}" is missing: give it ${ruleOf([params.missingProperty])}.`;
    case "additionalProperties":
      return `${showValue(params.additionalProperty)} is not a field of a notice${remedyFor(params.additionalProperty, fields)}.`;
    case "const":
      return `"isEnabled" is always true, not ${showValue(data)}: the notice cannot be turned off; take the app back online at the load balancer.`;
    case "type":
      if (name === "")
        return `A notice is a JSON object, not ${showValue(data)}: the command \`show --json\` prints one to start from.`;
      return `${quoted} must be ${params.type === "string" ? "text" : "an object"}, not ${showValue(data)}: ${data === null && !isRequired ? "leave the field out, or " : ""}${giveIt}.`;
    case "minLength":
      return `${quoted} is empty: ${giveIt}${isOptional ? ", or leave it out" : ""}.`;
    case "maxLength": {
      const length = countCharacters(String(data));
      return `${quoted} has ${length} characters, and at most ${params.limit} are allowed: shorten it by ${length - params.limit}.`;
    }
    default:
      return `${quoted} ${faultOf(path.at(-1), String(data))}: ${wayOut(name, String(data)) ?? giveIt}.`;
  }
}

/** The fix for an unknown name: the probable name, or all known names. */
function remedyFor(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined
    ? `: remove it; the fields are ${known.join(", ")}`
    : ` (did you mean ${meant}?): correct the name, or remove it`;
}

/** The rule of a field, of a translation, or of a text in a translation, in words. */
function ruleOf([field, tag, text]: string[]): string {
  if (tag === undefined) return noticeSchema.properties[field as Field]?.description;
  const { description, properties } = translations.additionalProperties;
  return text === undefined ? description : properties[text as Text]?.description;
}

/** How a text, also of a translation, breaks its field's pattern: what stands between the name and the colon. */
function faultOf(field: string | undefined, text: string): string {
  if (field === "contactEmail")
    return `is ${showValue(text)}, which is not an e-mail address that can be shown as a link`;
  if (field === "language") return `is ${showValue(text)}, which is not a language tag in canonical case`;
  const bad = badCharacterIn(text, field === "message");
  if (bad !== undefined) return `contains ${describeBad(bad)}`;
  if (!isVisible(text)) return "contains nothing visible";
  return `is ${showValue(text)}`;
}

function wayOut(name: string, text: string): string | undefined {
  const meant =
    name === "language" ? canonicalTag(text) : name === "contactEmail" ? meantAddress(text) : undefined;
  return meant && `write "${meant}"`;
}
