import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import type { LiveOptions, PageBrand } from "../../web/render.tsx";
import { readBuild } from "../assets/build.ts";
import { findPaymentsScript } from "../visitor/payments.ts";
import { createFiles } from "./files/files.ts";
import { createScriptlessFiles } from "./files/scriptless-files.ts";
import { type Exported, type ExportSource, writeExport } from "./folder.ts";
import type { TryLock } from "./lock.ts";

export type { Exported } from "./folder.ts";
export { type ExportRecord, readCurrent } from "./record.ts";

/** What is wrong with the path that was given. */
const wrongFolder: Record<string, string> = {
  ENOENT: "the folder around it does not exist",
  ENOTDIR: "it is a file, or something on the way to it is",
  EEXIST: "it is a file",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its disk is read-only",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its path is too long",
};

/** What is wrong with the machine. */
const failures: Record<string, string> = {
  ENOSPC: "its disk is full",
  EDQUOT: "the disk space of this user is used up",
  EFBIG: "a file may not become large enough",
  EIO: "its disk fails",
  EMFILE: "too many files are open",
};

/** What an export is made of, besides the notice. */
export interface ExportOptions {
  /** The folder; absolute. */
  folder: string;
  /** The folder with the built page. */
  webBuild: string;
  live: LiveOptions;
  /** Present where the pages are to have no script. */
  isScriptless?: true | undefined;
  /** Absent while payments are off. */
  paymentsKey: string | undefined;
  brand: PageBrand | undefined;
  tryLock: TryLock;
  now(): Date;
  /** Called when a page could not be rendered, and a bare one takes its place. */
  failed(error: unknown): void;
}

/** Exports the revision that `latest` gives, as `writeExport` does. @throws NoticeError EXPORT_…, or what `latest` throws */
export type ExportNotice = (latest: () => Promise<ExportSource>) => Promise<Exported | undefined>;

/** Makes a function that exports the notice to a folder. @throws NoticeError BUILD_MISSING */
export function createExport({
  folder,
  webBuild,
  paymentsKey,
  isScriptless,
  tryLock,
  now,
  ...options
}: ExportOptions): ExportNotice {
  const build = readBuild(webBuild);
  const { template } = build;
  const payments = findPaymentsScript(build.assets, paymentsKey);
  const makeFiles = isScriptless
    ? createScriptlessFiles({ template, ...options })
    : createFiles({ template, payments, ...options });
  const assets = isScriptless ? [] : build.assets;
  return (latest) =>
    writeExport({ folder, assets, makeFiles, isScriptless, tryLock, now }, latest).catch((error) => {
      throw toExportError(folder, error);
    });
}

/** Why an export failed, as one of our errors. */
export function toExportError(folder: string, cause: unknown): NoticeError {
  if (isNoticeError(cause)) return cause;
  const { code = "", message } = cause as NodeJS.ErrnoException;
  const wrong = wrongFolder[code];
  return wrong === undefined
    ? new NoticeError("EXPORT_FAILED", { folder, reason: failures[code] ?? message }, { cause })
    : new NoticeError("EXPORT_FOLDER_UNUSABLE", { folder, reason: wrong }, { cause });
}
