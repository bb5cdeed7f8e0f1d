import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { chartSchema } from "../../scripts/build/chart-schema.ts";

const read = (name: string): string => readFileSync(`docs/deploy/chart/${name}`, "utf8");
const schema = JSON.parse(read("values.schema.json"));
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);

/** What is wrong with values that are laid over the chart's own, as Helm lays them; empty if nothing is. */
function faultsOf(values: object): string[] {
  validate(layOver(parse(read("values.yaml")), values));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

type Values = Record<string, unknown>;
const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
function layOver(below: Values, above: object): Values {
  const entries = Object.entries(above).map(([key, value]) => {
    const own = below[key];
    return [key, isObject(own) && isObject(value) ? layOver(own, value) : value];
  });
  return { ...below, ...Object.fromEntries(entries) };
}

describe("The schema of the chart's values", () => {
  it("equals what the build generates from values and settings, in JSON Schema draft 7", () => {
    expect(read("values.schema.json")).toBe(`${chartSchema(read("values.yaml"))}\n`);
    expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
    expect(faultsOf({})).toEqual([]);
  });

  it.each<[why: string, values: object]>([
    ["the example of a fleet", parse(read("examples/fleet.yaml"))],
    ["no user, so that the cluster chooses it", { user: null }],
    ["an editor", { editor: { enabled: true, origin: "https://notice.example.com" } }],
  ])("accepts %s", (_why, values) => {
    expect(faultsOf(values)).toEqual([]);
  });

  it.each<[why: string, values: object, fault: string]>([
    ["an unknown value", { replicas: 2 }, " must NOT have additional properties"],
    [
      "a setting that the chart sets itself",
      { settings: { PORT: 80 } },
      "/settings must NOT have additional",
    ],
    [
      "text in place of a number",
      { settings: { RETRY_AFTER: "60" } },
      "/settings/RETRY_AFTER must be integer",
    ],
    ["a secret in plain sight", { settings: { AZURE_OPENAI_CHAT_KEY: "x" } }, "/settings must NOT"],
    ["an unknown secret", { secretSettings: { keys: ["X"] } }, "/secretSettings/keys/0 must be"],
  ])("refuses %s", (_why, values, fault) => {
    expect(faultsOf(values)).toContainEqual(expect.stringContaining(fault));
  });
});
