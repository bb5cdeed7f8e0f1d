import { createMakePages, type Exported, readBuild, writePages } from "../../api/export/start.ts";
import { loadBrand } from "../../api/runtime/brand.ts";
import { shownIn } from "../../data/predecessor.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import type { Config } from "../../schema/settings/settings.ts";
import { readList } from "../../schema/validation/formats.ts";
import type { Context } from "../terminal/context.ts";
import { targetOf } from "../terminal/publish.ts";

/** The settings of an export. */
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
export async function readForExport(context: Context) {
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
