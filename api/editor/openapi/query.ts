import type { Parameter, QueryParameter } from "../../../schema/editor-api/parameters.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { showValue } from "../../../schema/text/show-value.ts";

/**
 * The values of a query's parameters by name, with their defaults. An unknown name is refused: who misspells `dry-run`
 * must not change anything.
 * @throws NoticeError REQUEST_INVALID
 */
export function readQuery(query: unknown, parameters: Parameter[] = []): Record<string, unknown> {
  const known = parameters.filter((parameter) => parameter.in === "query");
  const found: Record<string, unknown> = {};
  for (const { name, schema } of known) if ("default" in schema) found[name] = schema.default;
  for (const [name, value] of Object.entries(Object(query))) {
    const parameter = known.find((one) => one.name === name);
    if (!parameter) throw invalid(`There is no parameter ${showValue(name)} here`, wayOutFrom(known));
    found[name] = readValue(parameter, value);
  }
  return found;
}

function wayOutFrom(known: QueryParameter[]): string {
  const names = known.map(({ name }) => name).join(" or ");
  return names === "" ? "leave it out" : `leave it out, or write ${names}`;
}

function readValue({ name, schema }: QueryParameter, value: unknown): number | boolean {
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
