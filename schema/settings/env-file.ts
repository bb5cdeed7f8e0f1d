import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { devNull, userInfo } from "node:os";
import { parseEnv } from "node:util";
import { fileFault, isDenied, NoticeError } from "../errors/notice-error.ts";
import { nearestNames } from "../text/text.ts";
import { type Environment, settingNames, settings } from "./settings-schema.ts";

/** A file with settings is far smaller. */
const maxBytes = 256 * 1024;

const blankOrComment = /[^\S\n]*(?:#.*)?(?:\n|$)/y;
/** A value in quotation marks may have several lines; only a comment may follow it. */
const assignment =
  /[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*("[^"]*"|'[^']*'|`[^`]*`|(?!["'`]).*)[ \t]*(?:#.*)?(?:\n|$)/y;

/**
 * Reads a `.env` file; a missing file sets nothing. Node skips lines that it cannot read: here they are refused, and so
 * is a misspelt setting.
 * @throws NoticeError SETTINGS_HIDDEN, SETTINGS_UNREADABLE, ENV_FILE_INVALID
 * @see https://nodejs.org/api/util.html#utilparseenvcontent
 */
export function readEnvFile(file: string): Environment {
  const refuse = (before: string, fault: string): never => {
    throw new NoticeError("ENV_FILE_INVALID", { file, line: before.split("\n").length, fault });
  };
  const text = decode(readBytes(file), refuse).replaceAll("\r\n", "\n");
  const values: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const before = text.slice(0, at);
    const [whole, name, value = ""] =
      matchAt(at, blankOrComment, text) ?? matchAt(at, assignment, text) ?? refuse(before, faultAt(at, text));
    at += whole.length;
    if (name === undefined) continue;
    const meant = findMeant(name);
    if (meant)
      refuse(
        before,
        `sets ${name}, which is not a setting (did you mean ${meant}?): correct the name, or remove the line`,
      );
    // Node would take what follows for a comment, and cut the value short.
    if (/^[^=]*=\s*(?:[^"'`\s#][^#]*)?(?<!\s)#/.test(whole))
      refuse(
        before,
        "has a # within its value: put the value in quotation marks, or a space before a comment",
      );
    Object.assign(values, parseEnv(`${name}=${value.trim()}`));
  }
  return values;
}

function readBytes(file: string): Buffer {
  try {
    // A dangling link is a mistake, not a file that does not exist.
    const isThere = lstatSync(file, { throwIfNoEntry: false });
    return isThere && realpathSync(file) !== devNull ? readRegularFile(file, maxBytes) : Buffer.alloc(0);
  } catch (cause) {
    if (isDenied(cause)) throw new NoticeError("SETTINGS_HIDDEN", { file, user: thisUser() }, { cause });
    throw new NoticeError("SETTINGS_UNREADABLE", { file, reason: fileFault(cause) }, { cause });
  }
}

/** The text without its byte order mark. In UTF-16 every ASCII character has a NUL beside it. */
function decode(bytes: Buffer, refuse: (before: string, fault: string) => never): string {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const wrong = text.search(/[\0\ufffd]/);
  return wrong < 0 ? text : refuse(text.slice(0, wrong), "is not UTF-8: save the file as UTF-8");
}

function matchAt(at: number, pattern: RegExp, text: string): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Why a line is not a setting. The line may hold a secret, so only the value of a public setting is shown. */
function faultAt(at: number, text: string): string {
  const [line = ""] = text.slice(at).split("\n", 1);
  if (/^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*["'`]/.test(line))
    return "has a quotation mark that is not closed, or text after the closing one: correct that";
  const [, name, value] = /^\s*([A-Z][A-Z0-9_]*)\s*:\s*(.*)$/.exec(line) ?? [];
  if (name === undefined)
    return "is not a setting: write NAME=value, or put # before it to make it a comment";
  const setting = settings.find(([candidate]) => candidate === name)?.[1];
  const isPublic = setting && !setting.secret && !setting.private;
  return `is not a setting: write ${name}=${isPublic ? value : "…"}`;
}

/** One edit for short names: with two, they may be names that other programs use. */
const maxEditsOf = ({ length }: string): number => (length < 6 ? 1 : 2);

/**
 * The settings that a name may be a misspelling of (`HOST or PORT` for POST); undefined if it is a setting, or
 * resembles none.
 */
function findMeant(name: string): string | undefined {
  if (settingNames.includes(name)) return undefined;
  return nearestNames(name, settingNames, maxEditsOf).join(" or ") || undefined;
}

/** Settings that locate the store: a slip would start an empty store elsewhere. */
const storeSettings = ["DATABASE", "STATE_DIR"];

/** Values that a shell, a `.env` file, Docker or an SQLite library would interpret. */
const literal = /^\s|\s$|^(["'`]).*\1$|^file:|^sqlite3?:(?!\/\/)|^~(?=\/|$)|\$\{|^\$\w/i;

/**
 * Refuses settings that would open another store: the name of another product's setting, and values that are not
 * literally a path or a URL. Checks the settings in `only`.
 * @throws NoticeError SETTING_MISNAMED, SETTING_LITERAL, neither of which shows the value, which may hold a password
 */
export function refuseWrongStore(env: Environment, only: readonly string[]): void {
  if (only.includes("DATABASE") && env.DATABASE_URL && !env.DATABASE)
    throw new NoticeError("SETTING_MISNAMED", {
      name: "DATABASE_URL",
      setting: "DATABASE",
      secret: "DATABASE_PASSWORD",
    });
  const setting = storeSettings.find((name) => only.includes(name) && literal.test(env[name] ?? ""));
  if (setting) throw new NoticeError("SETTING_LITERAL", { setting });
}

/** This user by name: root's commands run as the owner of the store's folder, so "you" may be another user. */
export function thisUser(): string {
  try {
    return `user ${userInfo().username}`;
  } catch {
    return "this user";
  }
}

/** The bytes of a file. Throws the file system's error, or says that the file is not regular or too large. */
export function readRegularFile(file: string, maxBytes: number): Buffer {
  const stats = statSync(file);
  // Reading a pipe would wait for somebody to write to it, and a device may never end.
  if (!stats.isFile() && !stats.isDirectory()) throw new Error("it is not a regular file");
  if (stats.size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024} KiB`);
  return readFileSync(file);
}
