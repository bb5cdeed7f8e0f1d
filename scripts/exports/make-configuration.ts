import { configurations, plainPath } from "../../api/export/start.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";

/**
 * The configuration by which a web server sends the export in a folder, which is absolute.
 * @throws NoticeError USAGE for a folder whose name a web server would read otherwise, SETTING_…
 */
export function makeConfiguration(
  { readSettings }: Context,
  folder: string,
  proxy: keyof typeof configurations,
): string {
  if (!plainPath.test(folder))
    throw new NoticeError("USAGE", {
      reason: `${folder} cannot stand in a configuration as it is: give a folder whose path has only letters without accents, digits, and / . _ - + @.`,
    });
  const { RETRY_AFTER: retryAfter } = readSettings(["RETRY_AFTER"]);
  return configurations[proxy]({ folder, retryAfter });
}
