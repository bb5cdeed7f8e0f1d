import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { livenessPath, readinessPath } from "../../schema/notice/protocol.ts";
import { secretNames, settings } from "../../schema/settings/setting-names.ts";

const read = (name: string): string => readFileSync(`docs/deploy/chart/${name}`, "utf8");
const schema = JSON.parse(read("values.schema.json"));
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);

/** What is wrong with values that are laid over the chart's own, as Helm lays them; empty if nothing is. */
function faultsOf(values: object): string[] {
  validate(layOver(parse(read("values.yaml")), values));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

interface Part {
  $ref?: string;
  properties?: Record<string, Part>;
}

/** A part of the schema, where it is said by name the one that is meant. */
const resolve = (part: Part): Part =>
  part.$ref ? schema.definitions[part.$ref.replace("#/definitions/", "")] : part;

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

const fleet = (more = {}) => ({ fleet: { enabled: true, database: { hosts: "db", name: "app" }, ...more } });
const peers = [{ namespaceSelector: {} }];

describe("the chart", () => {
  it("has the version of what it installs", () => {
    const { version, appVersion } = parse(read("Chart.yaml"));
    expect([version, appVersion]).toEqual([packageJson.version, packageJson.version]);
  });
});

describe("the templates of the chart", () => {
  const helpers = read("templates/_helpers.tpl");
  const templates = readdirSync("docs/deploy/chart/templates").map((name) => read(`templates/${name}`));

  it("let no Service of the namespace set a setting of any pod, such as one named `metrics` METRICS_PORT", () => {
    const pods = templates.flatMap((text) => text.match(/^( +)containers:$/gm) ?? []);
    const includes = templates.flatMap((text) => text.match(/^ +\{\{- include "backsoon\.pod" \. /gm) ?? []);
    expect([pods.length, includes.length]).toEqual([5, 5]);
    expect(helpers).toMatch(
      /define "backsoon\.pod" -\}\}\n(?:(?!\{\{- end -\}\}).*\n)*enableServiceLinks: false\n/,
    );
  });

  it("ask for the health of the service and the editor, never for a page, which is a 503 by design", () => {
    const probes = helpers.matchAll(/httpGet: \{ path: (\S+), port: (\w+) \}/g);
    expect(Array.from(probes, ([, path, port]) => [port, path])).toEqual([
      ["http", readinessPath],
      ["http", livenessPath],
      ["editor", "/healthz"],
      ["editor", "/healthz"],
    ]);
    expect(read("templates/NOTES.txt")).toContain(`probes ask ${readinessPath})`);
  });
});

describe("the schema of the chart's values", () => {
  it("is of a draft that Helm reads", () => {
    expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
  });

  it("has every value, and no other", () => {
    const compare = (values: Values, described: Part, path: string) => {
      const { global: _, ...properties } = described.properties ?? {};
      expect(Object.keys(values).sort(), path).toEqual(Object.keys(properties).sort());
      for (const [name, value] of Object.entries(values)) {
        const own = resolve(properties[name] ?? {});
        // Kubernetes says what is in the others.
        const isOurs = own.properties && name !== "settings";
        if (isObject(value) && isOurs) compare(value, own, `${path}.${name}`);
      }
    };
    compare(parse(read("values.yaml")), schema, "");
    expect(faultsOf({})).toEqual([]);
  });

  it("(docs/deploy/chart/values.schema.json) has every setting but the secret ones and those that the chart sets, with the rules of the product", () => {
    // An export is for a web server or a deployment on the same machine, and the switch for a proxy there. A pod has none.
    const chartSets =
      /^(?:PORT|DATABASE|STATE_DIR|NODE_NAME|METRICS_(?:PORT|HOST)|BRAND_DIR|EDITOR_ORIGIN|EXPORT_DIR|SWITCH)$/;
    const ours = settings.filter(([name, { secret }]) => !secret && !chartSets.test(name));
    const rules = ["type", "minimum", "maximum", "maxLength", "pattern", "enum"];
    const ruleOf = (setting: object) =>
      Object.fromEntries(Object.entries(setting).filter(([key]) => rules.includes(key)));
    const others: Record<string, object> = {
      // Helm is written in Go, whose expressions know no lookahead.
      NOTICE_AUTHOR: { pattern: "\\S", maxLength: 100 },
    };
    const expected = ours.map(([name, setting]) => [name, { ...ruleOf(setting), ...others[name] }]);
    const { properties } = schema.properties.settings;
    const found = Object.entries<object>(properties).map(([name, setting]) => [name, ruleOf(setting)]);
    expect(found).toEqual(expected);
    const { items } = schema.properties.secretSettings.properties.keys;
    expect(items.enum).toEqual(secretNames.filter((name) => name !== "DATABASE_PASSWORD"));
  });

  it.each<[why: string, values: object]>([
    ["the example of a fleet", parse(read("examples/fleet.yaml"))],
    ["a user that the cluster gives", { user: null }],
    ["an editor", { editor: { enabled: true, origin: "https://notice.example.com" } }],
  ])("takes %s", (_why, values) => {
    expect(faultsOf(values)).toEqual([]);
  });

  it.each<[why: string, values: object, fault: string]>([
    ["a name that it does not know", { replicas: 2 }, " must NOT have additional properties"],
    ["a fleet without a database", { fleet: { enabled: true } }, "/fleet/database/hosts must NOT have fewer"],
    [
      "a password in the URL",
      fleet({ database: { hosts: "db", name: "app", parameters: "password=x" } }),
      "/fleet/database/parameters must NOT be valid",
    ],
    ["a setting of the chart's", { settings: { PORT: 80 } }, "/settings must NOT have additional"],
    ["a setting that the service refuses", { settings: { RETRY_AFTER: 0 } }, "/settings/RETRY_AFTER must be"],
    [
      "keys without their Secret",
      { secretSettings: { keys: ["AZURE_OPENAI_CHAT_KEY"] } },
      "/secret must NOT",
    ],
    [
      "two brands",
      { brand: { files: { "brand.json": "{}" }, configMap: "brand" } },
      "/brand/configMap must NOT",
    ],
    ["an editor without TLS", { editor: { enabled: true, origin: "http://a" } }, "/editor/origin must match"],
    ["a policy that lets nobody in", { networkPolicy: { enabled: true } }, "/gateway must NOT have fewer"],
    [
      "a policy that keeps Prometheus out",
      { networkPolicy: { enabled: true, gateway: peers }, metrics: { enabled: true } },
      "/networkPolicy/prometheus must NOT have fewer",
    ],
    [
      "alerts without metrics",
      { metrics: { prometheusRule: { enabled: true } } },
      "/metrics/enabled must be equal",
    ],
    ["root", { user: 0 }, "/user must be >= 1"],
  ])("refuses %s", (_why, values, fault) => {
    expect(faultsOf(values)).toContainEqual(expect.stringContaining(fault));
  });
});
