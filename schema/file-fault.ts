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
