import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { sha256 } from "../notice/sum.ts";
import { findHome, type Home } from "./home/home.ts";
import { readProgram } from "./home/program.ts";
import { describeAddress, isDatabaseUrl, type PostgresAddress, readPostgresUrl } from "./postgres-url.ts";
import { readEnvFile } from "./reading/env-file.ts";
import { readSecretFiles } from "./secrets.ts";
import { type Environment, secretFile, settingNames } from "./setting-names.ts";
import { type Config, readConfig } from "./settings.ts";

/** This installation's settings and where its files are; every path is absolute. */
export interface Installation {
  config: Config;
  sources: SettingSources;
  /** Where the settings are, and what relative paths in them start from. */
  home: Home;
  /** The program's version. */
  version: string;
  /** The store's file or, without its password, its URL. */
  database: string;
  /** The way to a store in a PostgreSQL database; absent for one in a file. */
  postgres?: PostgresInstallation;
  /** Whether several nodes share the store: one in a database. A store in a file is this machine's alone. */
  isShared: boolean;
  /** The file that commands on this machine write to: the store's, or what this node remembers of a shared store. */
  writablePath: string;
  /** The file with the last notice that was adopted, beside the store's file or in STATE_DIR. */
  lastKnownGood: string;
  /** The document that a new installation starts with. */
  firstNotice: string;
  /** The built page. */
  webBuild: string;
  /** The program of a module for an edge. */
  edgeBuild: string;
  /** The built page of the editor. */
  editorBuild: string;
  /** The folder with the brand, if there is to be one. */
  brandFolder?: string;
  /** The folder in which the service keeps the notice as files, if it is to. */
  exportFolder?: string;
  /** The file in which the service keeps the notice as a module for an edge, if it is to. */
  exportModule?: string;
}

/** The way to a store in a PostgreSQL database, and what people call this node. */
interface PostgresInstallation {
  address: PostgresAddress;
  /** The password itself, or the file that holds it, which is read for each connection. */
  password: { value?: string | undefined; file?: string | undefined };
  label: string;
  /** The prefix of the files in which this machine remembers something of the store. */
  state: string;
}

/**
 * Reads the home's `.env` and the environment, which wins, and finds the files, whatever the working directory. With
 * `only`, the other settings keep their defaults, so that an invalid one does not stop a program that has no use for it.
 * A home that is known already is not looked for again, as that may be after root has become another user.
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
    webBuild: inProgram("dist", "web"),
    edgeBuild: inProgram("dist", "edge", "worker.js"),
    editorBuild: inProgram("dist", "editor"),
    ...(config.BRAND_DIR !== undefined && { brandFolder: atHome(config.BRAND_DIR) }),
    ...(config.EXPORT_DIR !== undefined && { exportFolder: atHome(config.EXPORT_DIR) }),
    ...(config.EXPORT_WORKER !== undefined && { exportModule: atHome(config.EXPORT_WORKER) }),
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

/** A file name that people can read, and that no other hosts, database or schema have. */
function fileNameOf({ hosts, database, schema }: PostgresAddress): string {
  const name = [...hosts.map(({ host, port }) => `${host}:${port}`), database, schema].join("-");
  const sum = sha256(JSON.stringify([hosts, database, schema])).slice(0, 8);
  return `postgres-${name.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 100)}-${sum}`;
}

/** The names of the settings that are set, by where that is done, in the order in which they are documented. */
interface SettingSources {
  environment: string[];
  /** Some of them may be set in the environment as well, which wins. */
  envFile: string[];
}

/** Finds out what is set where; an empty value sets nothing. */
function findSources(environment: Environment, envFile: Environment): SettingSources {
  const namesIn = (source: Environment) => settingNames.filter((name) => source[name]);
  return { environment: namesIn(environment), envFile: namesIn(envFile) };
}
