import type { ErrorObject } from "ajv";
import { NoticeError } from "../errors/notice-error.ts";
import { escapeUnits } from "../text/printable.ts";
import { shorten } from "../text/shorten.ts";
import { compile } from "../validation/ajv.ts";
import { type Field, fields, type Notice, noticeSchema, optionalFields } from "./notice.ts";

const validate = compile(noticeSchema);

/**
 * Checks a value and returns it as a notice, its texts in Unicode NFC: everything that enters a store passes here.
 * @throws NoticeError NOTICE_INVALID that names the field, the rule and the way out
 * @see https://www.unicode.org/reports/tr15/
 */
export function checkNotice(value: unknown): Notice {
  const notice = normalize(value);
  const error = validate(notice);
  if (error) throw new NoticeError("NOTICE_INVALID", { reason: explain(error) });
  return notice as Notice;
}

function normalize(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      typeof field === "string" ? field.normalize("NFC") : field,
    ]),
  );
}

/** Puts what Ajv found into one sentence. */
function explain(error: ErrorObject): string {
  const name = error.instancePath.slice(1);
  const { params, data } = error;
  switch (error.keyword) {
    case "required":
      return `"${params.missingProperty}" is missing: give it ${rule(params.missingProperty)}.`;
    case "additionalProperties":
      return `${quote(params.additionalProperty)} is not a field of a notice: remove it; the fields are ${fields.join(", ")}.`;
    case "const":
      return `"isEnabled" is always true, not ${show(data)}: the notice cannot be turned off; take the app back online at the load balancer.`;
    case "type":
      if (name === "")
        return `A notice is a JSON object, not ${show(data)}: \`npx notice show --json\` prints one to start from.`;
      return `"${name}" must be text, not ${show(data)}: ${data === null ? "leave the field out, or " : ""}give it ${rule(name)}.`;
    case "minLength":
      return `"${name}" is empty: give it ${rule(name)}${optionalFields.includes(name as Field) ? ", or leave it out" : ""}.`;
    case "maxLength":
      return `"${name}" has ${[...String(data)].length} characters, and at most ${params.limit} are allowed: shorten it.`;
    default:
      return `"${name}" ${fault(name, String(data))}: give it ${rule(name)}.`;
  }
}

function fault(name: string, text: string): string {
  if (name === "contactEmail")
    return `is ${show(text)}, which is not an e-mail address that can be shown as a link`;
  const bad = [...text].find(
    (character) => /\p{Cc}|\p{Cs}/u.test(character) && !(name === "message" && character === "\n"),
  );
  if (bad === undefined) return "contains nothing visible";
  const code = `U+${bad.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /\p{Cs}/u.test(bad)
    ? `contains half a character (lone surrogate ${code})`
    : `contains the control character ${code}`;
}

function rule(name: string): string {
  return noticeSchema.properties[name as Field].description;
}

/** A value as ASCII JSON, cut short, so that it is safe in a terminal and in a log. */
function show(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return quote(value);
}

function quote(value: unknown): string {
  return shorten(escapeUnits(JSON.stringify(value), /[^ -~]/g), 80);
}
