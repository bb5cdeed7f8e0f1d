import { createMakePages, type Exported, writePages } from "../../api/export/start.ts";
import type { Context } from "../terminal/context.ts";
import { readForExport } from "./read-for-export.ts";

/**
 * Exports the store's latest revision as pages in a folder: in the languages of the notice, or in all.
 * @throws NoticeError EXPORT_…, STORE_…, BUILD_MISSING
 */
export async function exportPages(context: Context, folder: string, isAll: boolean): Promise<Exported> {
  const { revision, options } = await readForExport(context);
  const { template } = options.build;
  return writePages(folder, createMakePages({ ...options, template })(revision, context.now(), isAll));
}
