import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { thisUser } from "../../schema/settings/reading/this-user.ts";

/** Faults of the path that was given. */
const wrongFolder: Record<string, string> = {
  ENOENT: "the folder around it does not exist",
  ENOTDIR: "it is a file or a link, or a folder on the way to it is a file",
  EISDIR: "it is a folder, and must be a file",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its disk is read-only",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its path is too long",
};

/** Faults of the machine. */
const failures: Record<string, string> = {
  ENOSPC: "its disk is full",
  EDQUOT: "the disk space of this user is used up",
  EFBIG: "a file may not become large enough",
  EIO: "its disk fails",
  EMFILE: "too many files are open",
};

/** Why an export failed, as one of our errors. */
export function toExportError(folder: string, cause: unknown): NoticeError {
  if (isNoticeError(cause)) return cause;
  const { code = "", message } = cause as NodeJS.ErrnoException;
  const wrong = wrongFolder[code];
  return wrong === undefined
    ? new NoticeError("EXPORT_FAILED", { folder, reason: failures[code] ?? message }, { cause })
    : new NoticeError("EXPORT_FOLDER_UNUSABLE", { folder, reason: wrong, user: thisUser() }, { cause });
}
