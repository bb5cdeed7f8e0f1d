import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The title in an export, if there is one. */
export const exportedTitle = (folder: string): string | undefined =>
  existsSync(join(folder, "current"))
    ? JSON.parse(readFileSync(join(folder, "current", "notice.json"), "utf8")).title
    : undefined;
