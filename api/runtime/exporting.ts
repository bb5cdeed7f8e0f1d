import { constants, getPriority, setPriority } from "node:os";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Revision } from "../../data/store.ts";
import type { Installation } from "../../schema/settings/installation.ts";
import type { ExportOutcome } from "../export/exporter.ts";

/** The settings for the exporting process, so that it need not read them itself, nor the store. */
export interface ExportInstallation extends Pick<Installation, "webBuild" | "edgeBuild" | "brandFolder"> {
  /** The target: a folder, or the file of a module. */
  path: string;
  isModule: boolean;
  pollSeconds: number;
  returnSpreadSeconds: number;
  retryAfter: number;
  corsOrigins: string[];
  frameOrigins: string[];
  paymentsKey: string | undefined;
}

/** The messages of the exporting process, one a line. */
export type ExportMessage = ExportOutcome | { unrendered: string };

/**
 * Exports what arrives, one JSON value a line: first the installation, then every revision that visitors see. Ends when
 * the input has ended and its last revision is exported.
 */
export async function exportWhatComes(input: Readable, output: Writable): Promise<void> {
  // Visitors come first. But at the lowest priority, a change would take minutes on a busy machine.
  // Only root may raise a lower priority of the service.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  // When nobody reads the output any more, the input has ended as well.
  output.on("error", () => {});
  const [{ createExporter }, { folderTarget, moduleTarget }, { loadBrand }, { tryLock }] = await Promise.all([
    import("../export/exporter.ts"),
    import("../export/start.ts"),
    import("./brand.ts"),
    import("../../data/sqlite-file/try-lock.ts"),
  ]);
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) return;
  const installation: ExportInstallation = JSON.parse(first.value);
  const { path, isModule, brandFolder, pollSeconds, returnSpreadSeconds, ...settings } = installation;
  const tell = (message: ExportMessage): void => void output.write(`${JSON.stringify(message)}\n`);
  const now = (): Date => new Date();
  const options = {
    ...settings,
    // Every page contains these.
    live: { pollSeconds, returnSpreadSeconds },
    // The service itself logs why a brand is left out.
    brand: await loadBrand(brandFolder, () => {}),
    now,
    failed: (error: unknown) => tell({ unrendered: String(error) }),
  };
  const target = isModule
    ? moduleTarget({ ...options, file: path })
    : folderTarget({ ...options, folder: path, tryLock });
  const exporter = createExporter({ target, now, report: tell });
  const running = exporter.run();
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    exporter.show(JSON.parse(line.value) as Revision);
  }
  exporter.end();
  await running;
}
