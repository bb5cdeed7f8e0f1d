import { folderFault, isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { thisUser } from "../../schema/settings/env-file.ts";

/** Faults of the path that was given. Others are the machine's. */
const wrongFolder: Record<string, string> = {
  ENOENT: "the folder around it does not exist",
  ENOTDIR: "it is a file or a link, or a folder on the way to it is a file",
  EISDIR: "it is a folder, and must be a file",
  EACCES: "this user may not write there",
};

/** Why an export failed, as one of our errors. */
export function toExportError(folder: string, cause: unknown): NoticeError {
  if (isNoticeError(cause)) return cause;
  const reason = wrongFolder[(cause as NodeJS.ErrnoException).code ?? ""];
  return reason === undefined
    ? new NoticeError("EXPORT_FAILED", { folder, reason: folderFault(cause) }, { cause })
    : new NoticeError("EXPORT_FOLDER_UNUSABLE", { folder, reason, user: thisUser() }, { cause });
}
