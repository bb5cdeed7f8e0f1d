import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { showValue } from "../../../schema/text/show-value.ts";

/** A parameter of a query: a number within limits, or a flag. */
interface Parameter {
  name: string;
  schema: { type: "integer"; minimum: number; maximum: number } | { type: "boolean" };
}

type Value<P extends Parameter> = P["schema"]["type"] extends "integer" ? number : boolean;

/**
 * Reads the query of a request. An unknown name is refused: who misspells `dry-run` must not change anything.
 * @throws NoticeError REQUEST_INVALID
 */
export function readQuery<P extends Record<string, Parameter>>(
  query: unknown,
  parameters: P,
): { [N in keyof P]?: Value<P[N]> } {
  const found: Record<string, number | boolean> = {};
  const byName = new Map(
    Object.entries(parameters).map(([key, parameter]) => [parameter.name, { key, parameter }]),
  );
  for (const [name, value] of Object.entries(Object(query))) {
    const known = byName.get(name);
    if (!known) throw invalid(`There is no parameter ${showValue(name)} here`, namesOf([...byName.keys()]));
    found[known.key] = read(known.parameter, value);
  }
  return found as { [N in keyof P]?: Value<P[N]> };
}

function namesOf(names: string[]): string {
  return names.length === 0 ? "leave it out" : `leave it out, or write ${names.join(" or ")}`;
}

function read({ name, schema }: Parameter, value: unknown): number | boolean {
  const said = `${name} is ${showValue(value)}`;
  if (schema.type === "boolean") {
    if (value !== "true" && value !== "false") throw invalid(said, "write true or false");
    return value === "true";
  }
  const number = Number(value);
  const { minimum, maximum } = schema;
  if (!/^\d+$/.test(String(value)) || number < minimum || number > maximum)
    throw invalid(said, `write a whole number from ${minimum} to ${maximum}`);
  return number;
}

function invalid(what: string, wayOut: string): NoticeError {
  return new NoticeError("REQUEST_INVALID", { reason: `${what}: ${wayOut}.` });
}
