import type { ErrorObject } from "ajv";
import type { FromSchema } from "json-schema-to-ts";
import { NoticeError } from "../errors/notice-error.ts";
import { refuseWrongStore } from "./env-file.ts";
import { findErrors } from "./fault.ts";
import { type Environment, type Setting, secretFile, settings } from "./setting-names.ts";
import type { configSchema } from "./settings-schema.ts";

export type Config = Readonly<FromSchema<typeof configSchema>>;

/**
 * Reads the settings from environment variables. A setting that is unset, empty or not in `only` takes its default.
 * @throws NoticeError SETTING_… that names the setting and what it may be
 */
export function readConfig(env: Environment, only = settings.map(([name]) => name)): Config {
  refuseWrongStore(env, only);
  const values = settings.map(([name, setting]) => [
    name,
    only.includes(name) ? readSetting(env[name], setting) : setting.default,
  ]);
  const config: unknown = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  const [error] = findErrors(config);
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
