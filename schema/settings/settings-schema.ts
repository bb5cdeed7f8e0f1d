const basePath = {
  type: "string",
  maxLength: 2000,
  format: "model-url",
  // An invalid one may contain a key.
  private: true,
  rule: "an https URL, or http on this machine, such as `https://NAME.openai.azure.com/openai/deployments/DEPLOYMENT`",
} as const;

const key = {
  type: "string",
  pattern: "^[!-~]{1,512}$",
  rule: "1 to 512 visible ASCII characters",
  secret: true,
} as const;

/** The settings: environment variables, each with its type, range, default and purpose. */
export const configSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    HOST: {
      description: "Address to listen on. `0.0.0.0` is every IPv4 address, `::` every address",
      type: "string",
      pattern: "^[A-Za-z0-9.:%_-]{1,255}$",
      rule: "an IP address or a host name",
      default: "127.0.0.1",
    },
    PORT: {
      description: "TCP port. `0` picks a free port",
      type: "integer",
      minimum: 0,
      maximum: 65535,
      rule: "a whole number from 0 to 65535",
      default: 8080,
    },
    DATABASE: {
      description: "The store: a file, or PostgreSQL for several nodes: `postgres://user@host/database`",
      type: "string",
      pattern: "^[^\\u0000-\\u001f]+$",
      rule: "the path of a file, or the URL of a database without its password",
      default: "var/notice.db",
      // A URL may hold a password that does not belong there.
      private: true,
    },
    DATABASE_PASSWORD: {
      description: "Password of the database. Safer: name its file in `DATABASE_PASSWORD_FILE`",
      type: "string",
      pattern: "^[^\\u0000-\\u001f\\u007f]{1,1000}$",
      rule: "one line of 1 to 1000 characters",
      secret: true,
    },
    STATE_DIR: {
      description: "With a shared database: folder for this node's identity and last known good notice",
      type: "string",
      pattern: "^[^\\u0000-\\u001f]+$",
      rule: "the path of a folder",
      default: "var",
    },
    NODE_NAME: {
      description: "Name in `notice nodes`, else the host name",
      type: "string",
      pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$",
      rule: "1 to 63 letters, digits, dots, hyphens and underscores",
    },
    RETRY_AFTER: {
      description: "Seconds in `Retry-After` if no return time is known",
      type: "integer",
      minimum: 1,
      maximum: 86400,
      rule: "a whole number from 1 to 86400",
      default: 120,
    },
    POLL_SECONDS: {
      description: "Average seconds between the polls of an open page",
      type: "integer",
      minimum: 1,
      maximum: 3600,
      rule: "a whole number from 1 to 3600",
      default: 10,
    },
    RETURN_SPREAD_SECONDS: {
      description: "Seconds within which open pages return to the app",
      type: "integer",
      minimum: 0,
      maximum: 600,
      rule: "a whole number from 0 to 600",
      default: 5,
    },
    LOG_LEVEL: {
      description: "`debug` logs each request with the visitor's network, `trace` with the full address",
      type: "string",
      enum: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      rule: "one of fatal, error, warn, info, debug, trace, silent",
      default: "info",
    },
    TRUST_PROXY: {
      description: "Proxies whose `X-Forwarded-For` names the visitor in the log",
      type: "string",
      format: "networks",
      rule: "networks in CIDR notation, such as `10.0.0.0/8, fd00::/8`",
    },
    CORS_ORIGINS: {
      description: "Origins that may send cookies (CORS)",
      type: "string",
      format: "origins",
      rule: "origins as browsers send them, such as `https://shop.example, https://admin.example:8443`",
    },
    FRAME_ORIGINS: {
      description: "Origins that may show the notice in a frame",
      type: "string",
      format: "frame-origins",
      rule: "origins such as `https://lms.example, https://*.myshopify.com`",
    },
    METRICS_PORT: {
      description: "Port of `/metrics`, for Prometheus",
      type: "integer",
      minimum: 1,
      maximum: 65535,
      rule: "a whole number from 1 to 65535",
    },
    METRICS_HOST: {
      description: "Address of the metrics. Anyone who reaches it can read them",
      type: "string",
      pattern: "^[A-Za-z0-9.:%_-]{1,255}$",
      rule: "an IP address or a host name",
      default: "127.0.0.1",
    },
    BRAND_DIR: {
      description: "Folder with your name, logo, colour and links",
      // A brand or its path never stops the start: if it cannot be read, that is reported and the brand is left out.
      type: "string",
      rule: "the path of a folder",
    },
    EXPORT_DIR: {
      description: "Folder for pages that need no service (docs/export.md)",
      // An export or its path never stops the start: its faults are reported.
      type: "string",
      rule: "the path of a folder",
    },
    APP_URL: {
      description:
        "Public address of the app. Commands and the editor ask it whether visitors see the notice",
      // The app may use the same name for a setting. A wrong value stops nothing, and is reported where it is used.
      type: "string",
      rule: "an http or https URL without a user name, such as `https://shop.example`",
      // It may hold a password that does not belong there.
      private: true,
    },
    EDITOR_ORIGIN: {
      description: "Address of the editor in browsers",
      type: "string",
      pattern: "^https?://(?:[a-z0-9.-]+|\\[[0-9a-f:]+\\])(?::[1-9][0-9]{0,4})?$",
      rule: "an origin, such as `https://notice.example.com`",
    },
    SWITCH: {
      description: "What `notice on` turns. `haproxy:` names HAProxy's map and socket",
      type: "string",
      // A proxy may have a /tmp and /home of its own. A path in its plainest form leads nowhere else.
      pattern:
        "^(?!(?:haproxy:)?/(?:tmp|var/tmp|home|root|run/user)/)(?:(?:/\\w[\\w.+@-]*)+|haproxy:(?:/\\w[\\w.+@-]*)+,(?:/\\w[\\w.+@-]*)+)$",
      rule: "the absolute path of a file that your proxy sees as well, not below /tmp, /var/tmp, /home, /root or /run/user; or `haproxy:MAP,SOCKET`",
      default: "/etc/backsoon/switch/on",
    },
    NOTICE_AUTHOR: {
      description: "Author in the history, else the system user",
      type: "string",
      pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]{1,100}$",
      rule: "one line of 1 to 100 characters",
    },
    AZURE_OPENAI_SPEECH_BASE_PATH: {
      description: "Deployment of the speech-to-text model",
      ...basePath,
    },
    AZURE_OPENAI_SPEECH_KEY: {
      description: "Its key. Safer: name its file in `AZURE_OPENAI_SPEECH_KEY_FILE`",
      ...key,
    },
    AZURE_OPENAI_CHAT_BASE_PATH: {
      description: "Deployment of the chat model",
      ...basePath,
    },
    AZURE_OPENAI_CHAT_KEY: {
      description: "Its key. Safer: name its file in `AZURE_OPENAI_CHAT_KEY_FILE`",
      ...key,
    },
    AZURE_OPENAI_API_VERSION: {
      description: "`api-version` of requests to the models",
      type: "string",
      pattern: "^20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:-preview)?$",
      rule: "a date such as `2024-10-21`, with `-preview` for a preview",
      default: "2024-02-15-preview",
    },
    AI_DAILY_LIMIT: {
      description: "Requests to the models per day (UTC), by all users together. `0` allows none",
      type: "integer",
      minimum: 0,
      maximum: 100000,
      rule: "a whole number from 0 to 100000",
      default: 50,
    },
    STRIPE_PUBLISHABLE_KEY: {
      description: "Stripe key for payments, sent to every visitor. A notice does not need it",
      type: "string",
      pattern: "^pk_(live|test)_[A-Za-z0-9]{1,240}$",
      rule: "a publishable key (pk_live_ or pk_test_, then letters and digits)",
      // An invalid value may be the secret key, put here by mistake.
      private: true,
    },
  },
  dependencies: {
    AZURE_OPENAI_SPEECH_BASE_PATH: ["AZURE_OPENAI_SPEECH_KEY"],
    AZURE_OPENAI_SPEECH_KEY: ["AZURE_OPENAI_SPEECH_BASE_PATH"],
    AZURE_OPENAI_CHAT_BASE_PATH: ["AZURE_OPENAI_CHAT_KEY"],
    AZURE_OPENAI_CHAT_KEY: ["AZURE_OPENAI_CHAT_BASE_PATH"],
  },
} as const;

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

export const secretNames = settings.filter(([, { secret }]) => secret).map(([name]) => name);

/** The environment without our secrets, for other programs such as an editor. */
export function withoutSecrets(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secretNames.includes(name)));
}

export const secretFile = (name: string): string => `${name}_FILE`;

/** Every name that may be set, in the order in which the settings are documented. */
export const settingNames = settings.flatMap(([name, { secret }]) =>
  secret ? [name, secretFile(name)] : [name],
);
