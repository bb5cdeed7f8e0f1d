import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LiveOptions, PageBrand } from "../../web/render.tsx";
import { readBuild } from "../assets/build.ts";
import { findPaymentsScript } from "../visitor/payments.ts";
import { toExportError } from "./export-error.ts";
import type { ExportTarget } from "./exporter.ts";
import { createFiles } from "./files/files.ts";
import { createScriptlessFiles } from "./files/scriptless-files.ts";
import { writeExport } from "./folder.ts";
import type { TryLock } from "./lock.ts";
import { currentLink, readCurrent, recordFile } from "./record.ts";

export { toExportError } from "./export-error.ts";
export type { Exported } from "./folder.ts";
export { moduleTarget, readModuleVersion } from "./module-file.ts";
export { type ExportRecord, readCurrent } from "./record.ts";

/** What an export is made of, besides the notice. */
export interface ExportOptions {
  /** The folder; absolute. */
  folder: string;
  /** The folder with the built page. */
  webBuild: string;
  live: LiveOptions;
  /** Present if the pages must have no script. */
  isScriptless?: true | undefined;
  /** Absent while payments are off. */
  paymentsKey: string | undefined;
  brand: PageBrand | undefined;
  tryLock: TryLock;
  now(): Date;
  /** Called when a page could not be rendered, and a bare one takes its place. */
  failed(error: unknown): void;
}

/** Exports to a folder. @throws NoticeError BUILD_MISSING */
export function folderTarget({
  folder,
  webBuild,
  paymentsKey,
  isScriptless,
  tryLock,
  now,
  ...options
}: ExportOptions): ExportTarget {
  const build = readBuild(webBuild);
  const { template } = build;
  const payments = findPaymentsScript(build.assets, paymentsKey);
  const makeFiles = isScriptless
    ? createScriptlessFiles({ template, ...options })
    : createFiles({ template, payments, ...options });
  const assets = isScriptless ? [] : build.assets;
  return {
    exportNotice: (latest) =>
      writeExport({ folder, assets, makeFiles, isScriptless, tryLock, now }, latest).catch((error) => {
        throw toExportError(folder, error);
      }),
    isThere: async () => existsSync(join(folder, currentLink, recordFile)),
    since: async () => (await readCurrent(folder))?.exportedAt,
  };
}
