import { isAbsolute } from "node:path";
import { NoticeError } from "../../errors/notice-error.ts";
import { systemUser } from "../home/home.ts";
import { isDatabaseUrl, readPostgresUrl } from "../postgres-url.ts";
import type { Environment } from "../setting-names.ts";

/** The settings whose value names a store: taken as written, a slip in one would begin an empty store elsewhere. */
const storeSettings = ["DATABASE", "STATE_DIR"];

/**
 * Refuses what names another store than was meant: the name of another product's setting, and what a shell, a `.env` file
 * or a library of SQLite would have read otherwise. Looks at the settings in `only`.
 * @throws NoticeError SETTING_MISNAMED, SETTING_LITERAL, neither of which shows what may hold a password
 */
export function refuseWrongStore(env: Environment, only: readonly string[]): void {
  if (only.includes("DATABASE") && env.DATABASE_URL && !env.DATABASE)
    throw new NoticeError("SETTING_MISNAMED", {
      name: "DATABASE_URL",
      setting: "DATABASE",
      secret: "DATABASE_PASSWORD",
    });
  for (const setting of storeSettings.filter((name) => only.includes(name))) {
    const value = env[setting] ?? "";
    const meant = meantBy(value, env);
    if (meant !== value)
      throw new NoticeError("SETTING_LITERAL", {
        setting,
        ...(canShow(meant) && { meant }),
      });
  }
}

/** The value without the quotation marks that Docker keeps, without `file:`, and with `~` and `$NAME` replaced. */
function meantBy(value: string, env: Environment): string {
  const home = env.HOME || systemUser()?.homedir || unknown;
  return value
    .trim()
    .replace(/^(["'`])(.*)\1$/, "$2")
    .replace(/^(?:file:(?:\/\/(?:localhost)?(?=\/))?|sqlite3?:(?!\/\/))([^?]*).*$/i, "$1")
    .replace(/^~(?=\/|$)/, () => home)
    .replace(/\$\{(\w*)[^}]*\}|^\$(\w+)/g, (_whole, braced, plain) => {
      const path = env[braced ?? plain] ?? "";
      return isAbsolute(path) ? path : unknown;
    });
}

/** In the place of a variable that holds no path: it may be a secret. */
const unknown = "\0";

/** Whether a meant value can be told: all of it is known, and it holds no password. */
function canShow(meant: string): boolean {
  if (meant === "" || meant.includes(unknown)) return false;
  if (!isDatabaseUrl(meant)) return true;
  try {
    return readPostgresUrl(meant) !== undefined;
  } catch {
    return false;
  }
}
