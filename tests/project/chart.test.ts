import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { chartSchema } from "../../scripts/build/chart-schema.ts";

const read = (name: string): string => readFileSync(`docs/deploy/chart/${name}`, "utf8");
const schema = JSON.parse(read("values.schema.json"));
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);

describe("The schema of the chart's values", () => {
  it("equals what the build generates from values and settings, in JSON Schema draft 7", () => {
    expect(read("values.schema.json")).toBe(`${chartSchema(read("values.yaml"))}\n`);
    expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
  });

  it.each<[why: string, values: object, path: string, keyword: string]>([
    ["an unknown value", { replicas: 2 }, "", "additionalProperties"],
    ["a setting that the chart sets itself", { settings: { PORT: 80 } }, "/settings", "additionalProperties"],
    ["text in place of a number", { settings: { RETRY_AFTER: "60" } }, "/settings/RETRY_AFTER", "type"],
    ["a plain secret", { settings: { AZURE_OPENAI_CHAT_KEY: 1 } }, "/settings", "additionalProperties"],
    ["an unknown secret", { secretSettings: { keys: ["X"] } }, "/secretSettings/keys/0", "enum"],
  ])("refuses %s", (_why, values, instancePath, keyword) => {
    validate(values);
    expect(validate.errors).toMatchObject([{ instancePath, keyword }]);
  });
});
