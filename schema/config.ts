import type { FromSchema } from "json-schema-to-ts";
import { compile } from "./ajv.ts";
import { NoticeError } from "./errors.ts";

/** The settings: environment variables, each with its type, range, default and what it is for. */
export const configSchema = {
  type: "object",
  additionalProperties: false,
  required: ["HOST", "PORT", "DATABASE", "RETRY_AFTER", "LOG_LEVEL"],
  properties: {
    HOST: {
      description: "Address to listen on; `0.0.0.0` for every IPv4 interface, `::` for IPv6 as well",
      type: "string",
      pattern: "^[A-Za-z0-9.:%_-]{1,255}$",
      default: "127.0.0.1",
    },
    PORT: {
      description: "TCP port to listen on; `0` takes a free one",
      type: "integer",
      minimum: 0,
      maximum: 65535,
      default: 8080,
    },
    DATABASE: {
      description:
        "The notice store, a file on a local disk; a relative path starts at the installation's folder",
      type: "string",
      pattern: "^[^\\u0000]+$",
      default: "var/notice.db",
    },
    RETRY_AFTER: {
      description: "Seconds after which clients are asked to come again while no return time is known",
      type: "integer",
      minimum: 1,
      maximum: 86400,
      default: 120,
    },
    LOG_LEVEL: {
      description: "How much is logged",
      type: "string",
      enum: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      default: "info",
    },
  },
} as const;

export type Config = Readonly<FromSchema<typeof configSchema>>;
type Setting = keyof typeof configSchema.properties;

const breaks = compile(configSchema);

/**
 * The settings from environment variables; an unset or empty one takes its default.
 * @throws NoticeError SETTING_INVALID that names the setting and what it may be
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const config = Object.fromEntries(
    Object.entries(configSchema.properties).map(([name, schema]) => {
      const value = env[name];
      if (value === undefined || value === "") return [name, schema.default];
      return [name, schema.type === "integer" && /^-?\d+$/.test(value) ? Number(value) : value];
    }),
  );
  const error = breaks(config);
  if (error) {
    const setting = error.instancePath.slice(1) as Setting;
    throw new NoticeError("SETTING_INVALID", {
      setting,
      rule: settingRule(setting),
      value: env[setting] ?? "",
    });
  }
  return config as unknown as Config;
}

/** What a setting may be, in words. */
export function settingRule(setting: Setting): string {
  const schema = configSchema.properties[setting];
  if ("minimum" in schema) return `a whole number from ${schema.minimum} to ${schema.maximum}`;
  if ("enum" in schema) return `one of ${schema.enum.join(", ")}`;
  return setting === "HOST" ? "an IP address or a host name" : "the path of a file";
}
