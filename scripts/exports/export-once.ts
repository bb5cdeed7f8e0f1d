import { type Exported, folderTarget, moduleTarget } from "../../api/export/start.ts";
import { loadBrand } from "../../api/runtime/brand.ts";
import { shownIn } from "../../data/predecessor.ts";
import { tryLock } from "../../data/sqlite-file/try-lock.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import type { Config } from "../../schema/settings/settings.ts";
import { readList } from "../../schema/validation/list.ts";
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

/** The kind of export: a folder of pages, a folder of pages without scripts, or the file of a module for an edge. */
export type ExportKind = "live" | "scriptless" | "module";

/**
 * Exports the store's latest revision to a path. Root exports only to a `folder` of the store's owner.
 * @throws NoticeError EXPORT_…, STORE_…, BUILD_MISSING
 */
export async function exportOnce(
  context: Context,
  path: string,
  kind: ExportKind,
  folder = path,
): Promise<Exported> {
  const { installation, now, commandName, printError } = context;
  context.assertOwner(folder);
  const settings = context.readSettings(exportSettings);
  const options = {
    webBuild: installation.webBuild,
    edgeBuild: installation.edgeBuild,
    live: { pollSeconds: settings.POLL_SECONDS, returnSpreadSeconds: settings.RETURN_SPREAD_SECONDS },
    retryAfter: settings.RETRY_AFTER,
    corsOrigins: readList(settings.CORS_ORIGINS),
    frameOrigins: readList(settings.FRAME_ORIGINS),
    paymentsKey: settings.STRIPE_PUBLISHABLE_KEY,
    // Before `context.backend`, which makes root the store's owner, who may not be able to read the installation.
    brand: await loadBrand(installation.brandFolder, (error) => printError(error.messageFor(commandName))),
    now,
    failed: (error: unknown) => printError(`A page could not be rendered, so it is plain: ${String(error)}`),
  };
  const isScriptless = kind === "scriptless" || undefined;
  const { exportNotice } =
    kind === "module"
      ? moduleTarget({ ...options, file: path })
      : folderTarget({ ...options, folder: path, isScriptless, tryLock });
  const target = targetOf(context);
  // Fails early without a store. The latest revision is read again once no other program exports.
  await shownIn(target, deadlineIn());
  const exported = await exportNotice(async () => ({ revision: await shownIn(target, deadlineIn()) }));
  if (!exported) throw new Error("A newer revision was exported.");
  return exported;
}
