type Reasons = Record<string, string>;

/** Puts an error of the file system into words; a code that is not in the table keeps Node's message. */
const inWords =
  (reasons: Reasons) =>
  (error: unknown): string => {
    const { code = "", message } = error as NodeJS.ErrnoException;
    return reasons[code] ?? message;
  };

/** Why a file could not be read, in words. */
export const fileFault = inWords({
  ENOENT: "it does not exist",
  EACCES: "access is denied",
  EISDIR: "it is a folder",
});

/** Why a file could not be created, in words. */
export const folderFault = inWords({
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder is a file, not a folder",
  EACCES: "its folder cannot be written by this user",
  EROFS: "its disk is read-only",
  ENOSPC: "its disk is full",
  SQLITE_FULL: "its disk is full",
});

/** Whether the file system denies this user access. */
export function isDenied(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EACCES";
}
