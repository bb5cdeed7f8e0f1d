import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { fileFault } from "../errors/file-fault.ts";
import { NoticeError } from "../errors/notice-error.ts";
import { type Config, type Environment, readConfig, secretFile, settings } from "./settings.ts";

/** This installation's settings and where its files are; every path is absolute. */
export interface Installation {
  config: Config;
  /** The version in package.json. */
  version: string;
  database: string;
  /** The file with the last notice that was adopted, beside the database. */
  lastKnownGood: string;
  /** The document that a new installation starts with. */
  firstNotice: string;
  /** The built page. */
  webBuild: string;
}

/**
 * Reads `.env` and the environment, which wins, and finds the files, whatever the working directory. With `only`, the
 * other settings keep their defaults, so that an invalid one does not stop a program that has no use for it.
 * @throws NoticeError SETTING_…, SECRET_…, SETTINGS_UNREADABLE
 */
export function readInstallation(env: Environment, only?: string[]): Installation {
  const root = findRoot(dirname(fileURLToPath(import.meta.url)));
  const set = Object.entries(env).filter(([, value]) => value !== "");
  const all = { ...readEnvFile(join(root, ".env")), ...Object.fromEntries(set) };
  const config = readConfig({ ...all, ...readSecretFiles(all, root, only) }, only);
  const database = resolve(root, config.DATABASE);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return {
    config,
    version,
    database,
    lastKnownGood: `${database}.last-known-good.json`,
    firstNotice: join(root, "data", "notice.json"),
    webBuild: join(root, "dist", "web"),
  };
}

/** The nearest enclosing folder that holds package.json: the same for the sources and the build. */
function findRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findRoot(dirname(folder));
}

function readEnvFile(file: string): Environment {
  try {
    return existsSync(file) ? parseEnv(readFileSync(file, "utf8").replace(/^\ufeff/, "")) : {};
  } catch (cause) {
    throw new NoticeError("SETTINGS_UNREADABLE", { file, reason: (cause as Error).message }, { cause });
  }
}

/** The secrets that are kept in files, by setting; a setting that names no file is left out. */
function readSecretFiles(env: Environment, root: string, only: string[] | undefined): Environment {
  const secrets = settings.filter(([name, { secret }]) => secret && (only?.includes(name) ?? true));
  const named = secrets.filter(([name]) => env[secretFile(name)]);
  return Object.fromEntries(named.map(([name]) => [name, readSecretFile(name, env, root)]));
}

function readSecretFile(name: string, env: Environment, root: string): string {
  const setting = secretFile(name);
  if (env[name]) throw new NoticeError("SECRET_TWICE", { setting: name, file: setting });
  const file = resolve(root, env[setting] ?? "");
  const unreadable = (reason: string, cause?: unknown) =>
    new NoticeError("SECRET_UNREADABLE", { setting, file, reason }, { cause });
  let text: string;
  try {
    text = readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    throw unreadable(fileFault(cause), cause);
  }
  if (text === "") throw unreadable("it is empty");
  return text;
}
