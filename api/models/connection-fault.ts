/** The code of the error for a response that is larger than we read. */
export const tooLarge = "TOO_LARGE";

/** The innermost error code of a failed connection, or the error's name where Node gives it no code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "no code";
  if (error.cause !== undefined) return codeOf(error.cause);
  if ("code" in error && typeof error.code === "string") return error.code;
  // From Node 26 on it has none.
  return error.name === "HTTPParserError" ? error.name : "no code";
}

/** Whether the code is that of a connection that was there and broke. */
export function isBroken(code: string): boolean {
  return ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(code);
}
