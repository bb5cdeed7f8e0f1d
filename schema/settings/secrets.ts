import { resolve } from "node:path";
import { fileFault, NoticeError } from "../errors/notice-error.ts";
import { readRegularFile } from "../text/regular-file.ts";
import { type Environment, secretFile, settings } from "./setting-names.ts";

/** No secret is as large. */
const maxSecretBytes = 64 * 1024;

/** Reads the secrets that are kept in files, by setting. Throws SECRET_…. */
export function readSecretFiles(env: Environment, home: string, only: string[] | undefined): Environment {
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
