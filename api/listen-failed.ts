import { NoticeError } from "../schema/errors.ts";

const reasons: Record<string, string> = {
  EADDRINUSE: "another program listens there",
  EACCES: "this user may not",
  EADDRNOTAVAIL: "this machine does not have that address",
  ENOTFOUND: "that host name is not known",
};

/** The error that says why nobody can listen on an address. */
export function listenFailed(address: string, cause: unknown): NoticeError {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return new NoticeError("LISTEN_FAILED", { address, reason: reasons[code] ?? message }, { cause });
}
