import { createExport, type Exported } from "../../api/export/start.ts";
import { loadBrand } from "../../api/runtime/brand.ts";
import { tryLock } from "../../data/sqlite-file/try-lock.ts";
import { latestIn } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import type { Context } from "../terminal/context.ts";

/** The settings that an export is made with. */
const exportSettings = ["POLL_SECONDS", "RETURN_SPREAD_SECONDS", "STRIPE_PUBLISHABLE_KEY"];

/**
 * Exports the store's latest revision to a folder; with `isScriptless`, as pages without any script.
 * @throws NoticeError EXPORT_…, STORE_…, BUILD_MISSING
 */
export async function exportOnce(context: Context, folder: string, isScriptless?: true): Promise<Exported> {
  const { installation, now, commandName, printError } = context;
  context.assertOwner(folder);
  const settings = context.readSettings(exportSettings);
  // Before root becomes the store's owner, who may not be able to read the installation.
  const brand = await loadBrand(installation.brandFolder, (error) =>
    printError(error.messageFor(commandName)),
  );
  const exportNotice = createExport({
    folder,
    webBuild: installation.webBuild,
    live: { pollSeconds: settings.POLL_SECONDS, returnSpreadSeconds: settings.RETURN_SPREAD_SECONDS },
    paymentsKey: settings.STRIPE_PUBLISHABLE_KEY,
    brand,
    isScriptless,
    tryLock,
    now,
    failed: (error) => printError(`A page could not be rendered, and is a plain one: ${String(error)}`),
  });
  const { backend } = context;
  // Nothing is written without a store; which revision is its latest is asked once nobody else exports.
  await latestIn(backend, deadlineIn());
  const exported = await exportNotice(async () => ({ revision: await latestIn(backend, deadlineIn()) }));
  if (!exported) throw new Error("A newer revision was exported.");
  return exported;
}
