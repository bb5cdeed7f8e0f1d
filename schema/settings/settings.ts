import type { ErrorObject } from "ajv";
import type { FromSchema } from "json-schema-to-ts";
import { NoticeError } from "../errors/notice-error.ts";
import { compile } from "../validation/ajv.ts";
import { configSchema } from "./settings-schema.ts";

export type Config = Readonly<FromSchema<typeof configSchema>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting as the schema describes it; `rule` says in words what it may be. */
interface Setting {
  description: string;
  type: "string" | "integer";
  rule: string;
  default?: string | number;
  /** Its value is never shown, and may be kept in a file. */
  secret?: boolean;
  /** Its value is not shown if it is invalid. */
  private?: boolean;
}

/** The settings by name, in the order in which they are documented. */
export const settings: [string, Setting][] = Object.entries(configSchema.properties);

/** The settings that hold a secret. */
export const secretNames = settings.filter(([, { secret }]) => secret).map(([name]) => name);

/** The settings needed to serve visitors, which are all but those of the other services. */
export const servingSettings = settings.map(([name]) => name).filter((name) => !name.startsWith("AZURE_"));

/** The setting that names the file with a secret. */
export const secretFile = (name: string): string => `${name}_FILE`;

const validate = compile(configSchema);

/**
 * Reads the settings from environment variables; one that is unset or empty takes its default, and so does one that is
 * not in `only`.
 * @throws NoticeError SETTING_INVALID that names the setting and what it may be, SETTING_ALONE
 */
export function readConfig(env: Environment, only = settings.map(([name]) => name)): Config {
  const values = settings.map(([name, setting]) => [
    name,
    only.includes(name) ? readSetting(env[name], setting) : setting.default,
  ]);
  const config: unknown = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  const error = validate(config);
  if (error) throw explain(error, env);
  return config as Config;
}

function explain({ keyword, params, instancePath }: ErrorObject, env: Environment): NoticeError {
  if (keyword === "dependencies") {
    const { property: setting, missingProperty: missing } = params;
    return new NoticeError("SETTING_ALONE", { setting, missing });
  }
  const name = instancePath.slice(1);
  const setting = settings.find(([candidate]) => candidate === name)?.[1];
  const rule = setting?.rule ?? "right";
  if (setting?.secret)
    return new NoticeError("SETTING_INVALID", { setting: name, rule, file: secretFile(name) });
  if (setting?.private) return new NoticeError("SETTING_INVALID", { setting: name, rule });
  return new NoticeError("SETTING_INVALID", { setting: name, rule, value: env[name] ?? "" });
}

function readSetting(value: string | undefined, setting: Setting): string | number | undefined {
  if (value === undefined || value === "") return setting.default;
  return setting.type === "integer" && /^-?\d+$/.test(value) ? Number(value) : value;
}
