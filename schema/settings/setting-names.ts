import { configSchema } from "./settings-schema.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting as the schema describes it; `rule` says in words what it may be. */
export interface Setting {
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

/** The environment without our secrets, for other programs such as an editor. */
export function withoutSecrets(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secretNames.includes(name)));
}

/** The setting that names the file with a secret. */
export const secretFile = (name: string): string => `${name}_FILE`;

/** Every name that may be set, in the order in which the settings are documented. */
export const settingNames = settings.flatMap(([name, { secret }]) =>
  secret ? [name, secretFile(name)] : [name],
);
