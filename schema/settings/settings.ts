import type { ErrorObject } from "ajv";
import type { FromSchema } from "json-schema-to-ts";
import { NoticeError } from "../errors/notice-error.ts";
import { compile } from "../validation/ajv.ts";
import { configSchema } from "./settings-schema.ts";

export type Config = Readonly<FromSchema<typeof configSchema>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting as the schema describes it; `rule` is what it may be, in words. */
interface Setting {
  description: string;
  type: "string" | "integer";
  rule: string;
  default?: string | number;
  /** Nobody is told its value, and a file may hold it. */
  secret?: boolean;
  /** What it holds when it is wrong is not shown. */
  private?: boolean;
}

/** The settings by name, in the order in which they are documented. */
export const settings: [string, Setting][] = Object.entries(configSchema.properties);

/** The settings that hold a secret. */
export const secretNames = settings.filter(([, { secret }]) => secret).map(([name]) => name);

/** The settings that serving visitors takes: those of the other services are not among them. */
export const servingSettings = settings.map(([name]) => name).filter((name) => !name.startsWith("AZURE_"));

/** The setting that names the file which holds a secret. */
export const secretFile = (name: string): string => `${name}_FILE`;

const validate = compile(configSchema);

/**
 * The settings from environment variables; an unset or empty one takes its default, and so does one that is not
 * among `only`.
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
