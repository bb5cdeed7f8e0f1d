import { NoticeError } from "../../errors/notice-error.ts";
import type { Environment } from "../setting-names.ts";

/** The settings whose value names a store: taken as written, a slip in one would begin an empty store elsewhere. */
const storeSettings = ["DATABASE", "STATE_DIR"];

/** What a shell, a `.env` file, Docker or a library of SQLite would have read otherwise. */
const literal = /^\s|\s$|^(["'`]).*\1$|^file:|^sqlite3?:(?!\/\/)|^~(?=\/|$)|\$\{|^\$\w/i;

/**
 * Refuses what names another store than was meant: the name of another product's setting, and what is not a path or a URL
 * as it stands. Looks at the settings in `only`.
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
