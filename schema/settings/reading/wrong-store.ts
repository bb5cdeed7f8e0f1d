import { NoticeError } from "../../errors/notice-error.ts";
import type { Environment } from "../setting-names.ts";

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
