const reasons: Record<string, string> = {
  ENOENT: "it does not exist",
  EACCES: "access is denied",
  EISDIR: "it is a folder",
};

/** Why a file could not be read, in words. */
export function fileFault(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

const folderReasons: Record<string, string> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder is a file, not a folder",
  EACCES: "its folder cannot be written by this user",
  EROFS: "its disk is read-only",
};

/** Why a file could not be created, in words. */
export function folderFault(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return folderReasons[code] ?? message;
}
