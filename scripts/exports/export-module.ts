import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { toExportError, writeModule } from "../../api/export/start.ts";
import type { Context } from "../terminal/context.ts";
import { readForExport } from "./export-pages.ts";

/** The names of Wrangler's configuration. */
const configurations = ["wrangler.jsonc", "wrangler.json", "wrangler.toml"];

/** Cloudflare's runtime keeps its behaviour of this day, on which the module was tried. */
const compatibilityDate = "2026-09-01";

/**
 * Exports the store's latest revision as a module for an edge. With `routes`, also writes Wrangler's configuration
 * beside it if there is none, and returns its path.
 * @throws NoticeError EXPORT_…, STORE_…, BUILD_MISSING
 */
export async function exportModule(
  context: Context,
  file: string,
  routes: string[],
): Promise<{ revision: number; bytes: number; configuration?: string }> {
  const folder = dirname(file);
  const { revision, options } = await readForExport(context);
  const exported = { revision: revision.number, bytes: await writeModule(file, revision, options) };
  if (routes.length === 0 || configurations.some((name) => existsSync(join(folder, name)))) return exported;
  const configuration = join(folder, "wrangler.jsonc");
  await writeFile(configuration, configurationOf(basename(file), routes), { flag: "wx" }).catch((error) => {
    throw toExportError(configuration, error);
  });
  return { ...exported, configuration };
}

/** Wrangler's configuration, which later belongs to the operator. It deploys the module unchanged. */
function configurationOf(main: string, routes: string[]): string {
  const fixed = { name: "backsoon", main, compatibility_date: compatibilityDate, no_bundle: true };
  const text = JSON.stringify({ ...fixed, workers_dev: false, routes }, null, 2);
  return `// Yours from now on: no export changes it. To deploy: npx wrangler deploy\n${text}\n`;
}
