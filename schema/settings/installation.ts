import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { NoticeError } from "../errors/notice-error.ts";
import { readSecretFiles } from "./secrets.ts";
import { type Config, type Environment, readConfig } from "./settings.ts";

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
