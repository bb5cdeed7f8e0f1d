import { existsSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  createMakePages,
  type Exported,
  readBuild,
  readExported,
  stateOf,
  toExportError,
  writeModule,
  writePages,
} from "../api/export/start.ts";
import { loadBrand } from "../api/runtime/brand.ts";
import { deadlineIn } from "../data/deadline.ts";
import { tryWrite } from "../data/files.ts";
import { shownIn } from "../data/publish.ts";
import { type DiagnosticResult, failure, ok, warning } from "../data/store.ts";
import type { Config } from "../schema/settings/settings.ts";
import { durationInWords } from "../schema/time/time.ts";
import { readList } from "../schema/validation/formats.ts";
import type { Context } from "./terminal/context.ts";
import { targetOf } from "./terminal/publish.ts";

const exportSettings = [
  "POLL_SECONDS",
  "RETURN_SPREAD_SECONDS",
  "RETRY_AFTER",
  "CORS_ORIGINS",
  "FRAME_ORIGINS",
  "STRIPE_PUBLISHABLE_KEY",
] satisfies (keyof Config)[];

/**
 * Reads the store's latest revision, and everything else that an export is made of.
 * @throws NoticeError STORE_…, BUILD_MISSING
 */
async function readForExport(context: Context) {
  const { installation, commandName, printError } = context;
  const settings = context.readSettings(exportSettings);
  const options = {
    build: readBuild(installation.webBuild),
    edgeBuild: installation.edgeBuild,
    live: { pollSeconds: settings.POLL_SECONDS, returnSpreadSeconds: settings.RETURN_SPREAD_SECONDS },
    retryAfter: settings.RETRY_AFTER,
    corsOrigins: readList(settings.CORS_ORIGINS),
    frameOrigins: readList(settings.FRAME_ORIGINS),
    paymentsKey: settings.STRIPE_PUBLISHABLE_KEY,
    // Before `context.backend`, which makes root the store's owner, who may not be able to read it.
    brand: await loadBrand(installation.brandFolder, (error) => printError(error.messageFor(commandName))),
    failed: (error: unknown) => printError(`A page could not be rendered, so it is plain: ${String(error)}`),
  };
  const revision = await shownIn(targetOf(context), deadlineIn());
  return { revision, options };
}

/**
 * Exports the store's latest revision as pages in a folder: in the languages of the notice, or in all.
 * @throws NoticeError EXPORT_…, STORE_…, BUILD_MISSING
 */
export async function exportPages(context: Context, folder: string, isAll: boolean): Promise<Exported> {
  const { revision, options } = await readForExport(context);
  const makePages = createMakePages({ ...options, template: options.build.template });
  return writePages(folder, makePages(revision, context.now(), isAll));
}

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

function configurationOf(main: string, routes: string[]): string {
  const fixed = { name: "backsoon", main, compatibility_date: compatibilityDate, no_bundle: true };
  const text = JSON.stringify({ ...fixed, workers_dev: false, routes }, null, 2);
  return `// Yours from now on: no export changes it. To deploy: npx wrangler deploy\n${text}\n`;
}

/** How long a service may take to export a change, in ms. */
const maxDelayMs = 10_000;

/** Reports which revision the pages of EXPORT_DIR have, and why if it is not what visitors see. No line without it. */
export async function checkExport({
  installation,
  backend,
  now,
}: Pick<Context, "installation" | "backend" | "now">): Promise<DiagnosticResult[]> {
  const { exportFolder: folder } = installation;
  if (folder === undefined) return [];
  // This makes root the store's owner, as whom the service writes. Another line reports a store that cannot be read.
  const latest = await shownIn({ backend, lastKnownGood: installation.lastKnownGood }, deadlineIn()).catch(
    () => undefined,
  );
  const state = await readExported(folder);
  const found = state === undefined ? "there are no pages yet" : `revision ${describe(folder, state, now())}`;
  const fault = findFault(folder);
  if (fault !== undefined) return [failure("export", `${found}. ${fault}`)];
  if (state !== undefined && (!latest || state === stateOf(latest, now())))
    return [ok("export", `${found}, in ${folder}`)];
  const isPending = latest !== undefined && now().getTime() - Date.parse(latest.createdAt) < maxDelayMs;
  const wanted = latest ? `, and visitors of the service see revision ${latest.number}` : "";
  const detail = `${found}, in ${folder}${wanted}: check that the service runs, that it was started with EXPORT_DIR, and what its log says`;
  return [(isPending ? warning : failure)("export", detail)];
}

function describe(folder: string, state: string, now: Date): string {
  const age = now.getTime() - statSync(join(folder, "index.html")).mtimeMs;
  return `${/^\d+/.exec(state)?.[0]}, exported ${durationInWords(Math.max(0, age))} ago`;
}

/** Why a change cannot be exported: the folder must be writable. The service makes it, but not its parent. */
function findFault(folder: string): string | undefined {
  try {
    tryWrite(existsSync(folder) ? folder : dirname(folder));
    return undefined;
  } catch (error) {
    return toExportError(folder, error).message;
  }
}
