import { hostname } from "node:os";
import { join, resolve } from "node:path";
import type { ErrorObject } from "ajv";
import type { FromSchema } from "json-schema-to-ts";
import { fileFault, NoticeError } from "../errors/notice-error.ts";
import { sha256 } from "../notice/hash.ts";
import { readEnvFile, readRegularFile, refuseWrongStore } from "./env-file.ts";
import { findErrors } from "./fault.ts";
import { findHome, type Home, readProgram } from "./home.ts";
import { describeAddress, isDatabaseUrl, type PostgresAddress, readPostgresUrl } from "./postgres-url.ts";
import {
  configSchema,
  type Environment,
  type Setting,
  secretFile,
  settingNames,
  settings,
} from "./settings-schema.ts";

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

/** No secret is as large. */
const maxSecretBytes = 64 * 1024;

/** Reads the secrets that are kept in files, by setting. Throws SECRET_…. */
function readSecretFiles(env: Environment, home: string, only: string[] | undefined): Environment {
  const secrets = settings.filter(([name, { secret }]) => secret && (only?.includes(name) ?? true));
  const named = secrets.filter(([name]) => env[secretFile(name)]);
  return Object.fromEntries(named.map(([name]) => [name, readSecretFile(name, env, home)]));
}

function readSecretFile(name: string, env: Environment, home: string): string {
  const setting = secretFile(name);
  if (env[name]) throw new NoticeError("SECRET_TWICE", { setting: name, file: setting });
  return readSecret(setting, resolve(home, env[setting] ?? ""));
}

/** The secret in a file that a setting names, without the end of its line. @throws NoticeError SECRET_UNREADABLE */
export function readSecret(setting: string, file: string): string {
  const unreadable = (reason: string, cause?: unknown) =>
    new NoticeError("SECRET_UNREADABLE", { setting, file, reason }, { cause });
  let text: string;
  try {
    text = readRegularFile(file, maxSecretBytes)
      .toString()
      .replace(/\r?\n$/, "");
  } catch (cause) {
    throw unreadable(fileFault(cause), cause);
  }
  if (text === "") throw unreadable("it is empty");
  return text;
}

/** Reads an http or https URL; undefined for other text, and for a URL with a user name or password. */
export function readVisitorsUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" ? url : undefined;
}

/** The app's public address, or a sentence that says why APP_URL is wrong; neither if it is not set. */
export function readAppAddress(value: string | undefined): { url?: URL; fault?: string } {
  if (value === undefined) return {};
  const url = readVisitorsUrl(value);
  if (url) return { url };
  const { rule } = configSchema.properties.APP_URL;
  return { fault: new NoticeError("SETTING_INVALID", { setting: "APP_URL", rule }).message };
}

/** The settings of this installation, and its files. Every path is absolute. */
export interface Installation {
  config: Config;
  sources: SettingSources;
  home: Home;
  version: string;
  /** The store's file or, without its password, its URL. */
  database: string;
  /** How to connect to a PostgreSQL database; absent for a store in a file. */
  postgres?: PostgresInstallation;
  /** Whether several nodes share the store: true for a database, false for a file. */
  isShared: boolean;
  /** The file that commands on this machine write to: the store's or, with a shared store, the last known good notice. */
  writablePath: string;
  /** The file with the last notice that was adopted, beside the store's file or in STATE_DIR. @see fileFor */
  lastKnownGood: string;
  /** The document that a new installation starts with. */
  firstNotice: string;
  documents: string;
  webBuild: string;
  edgeBuild: string;
  editorBuild: string;
  brandFolder?: string;
  exportFolder?: string;
}

interface PostgresInstallation {
  address: PostgresAddress;
  /** The password itself, or the file that holds it, which is read for each connection. */
  password: { value?: string | undefined; file?: string | undefined };
  label: string;
  /** The prefix of this machine's own files about the store. */
  state: string;
}

/**
 * Reads the home's `.env` and the environment, which wins, and finds the files. The working directory does not matter.
 * Settings that are not in `only` keep their defaults, so that an invalid setting stops only programs that use it. Pass
 * `knownHome` if root may have become another user, because the home is then found differently.
 * @throws NoticeError SETTING_…, SECRET_…, HOME_…, SETTINGS_HIDDEN, SETTINGS_UNREADABLE, ENV_FILE_INVALID
 */
export function readInstallation(env: Environment, only?: string[], knownHome?: Home): Installation {
  const program = readProgram();
  const home = knownHome ?? findHome(program, env);
  const fromFile = readEnvFile(home.envFile);
  const set = Object.entries(env).filter(([, value]) => value !== "");
  const all = { ...fromFile, ...Object.fromEntries(set) };
  const config = readConfig({ ...all, ...readSecretFiles(all, home.folder, only) }, only);
  const atHome = (path: string): string => resolve(home.folder, path);
  const inProgram = (...path: string[]): string => join(program.folder, ...path);
  return {
    config,
    sources: findSources(env, fromFile),
    home,
    version: program.version,
    ...(isDatabaseUrl(config.DATABASE) ? inDatabase(config, all, atHome) : inFile(atHome(config.DATABASE))),
    firstNotice: inProgram("data", "notice.json"),
    documents: inProgram("docs"),
    webBuild: inProgram("dist", "web"),
    edgeBuild: inProgram("dist", "edge", "worker.js"),
    editorBuild: inProgram("dist", "editor"),
    ...(config.BRAND_DIR !== undefined && { brandFolder: atHome(config.BRAND_DIR) }),
    ...(config.EXPORT_DIR !== undefined && { exportFolder: atHome(config.EXPORT_DIR) }),
  };
}

type StoreLocation = Pick<
  Installation,
  "database" | "postgres" | "isShared" | "writablePath" | "lastKnownGood"
>;

function inFile(database: string): StoreLocation {
  return {
    database,
    isShared: false,
    writablePath: database,
    lastKnownGood: `${database}.last-known-good.json`,
  };
}

function inDatabase(config: Config, all: Environment, atHome: (path: string) => string): StoreLocation {
  const { DATABASE, DATABASE_PASSWORD: value, STATE_DIR, NODE_NAME } = config;
  const { sslrootcert, ...address } = readPostgresUrl(DATABASE);
  const file = all[secretFile("DATABASE_PASSWORD")];
  const database = describeAddress(address);
  const state = join(atHome(STATE_DIR), fileNameOf(address));
  const lastKnownGood = `${state}.last-known-good.json`;
  return {
    database,
    isShared: true,
    writablePath: lastKnownGood,
    lastKnownGood,
    postgres: {
      address: { ...address, ...(sslrootcert !== undefined && { sslrootcert: atHome(sslrootcert) }) },
      password: file ? { file: atHome(file) } : { value },
      label: NODE_NAME ?? hostname(),
      state,
    },
  };
}

/** A readable file name for a database and schema: hosts that change must not make a node forget what visitors see. */
function fileNameOf({ database, schema }: PostgresAddress): string {
  const hash = sha256(JSON.stringify([database, schema])).slice(0, 8);
  return `postgres-${database}-${schema}`
    .replace(/[^A-Za-z0-9._-]+/g, "_")
    .slice(0, 100)
    .concat("-", hash);
}

interface SettingSources {
  environment: string[];
  /** Some of them may be set in the environment as well, which wins. */
  envFile: string[];
}

/** Finds out which source sets which settings. An empty value sets nothing. */
function findSources(environment: Environment, envFile: Environment): SettingSources {
  const namesIn = (source: Environment) => settingNames.filter((name) => source[name]);
  return { environment: namesIn(environment), envFile: namesIn(envFile) };
}
