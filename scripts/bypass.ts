import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { StaffSecrets } from "../api/proxies/proxy.ts";
import { fileFault, folderFault, NoticeError } from "../schema/errors/notice-error.ts";
import { staffPath } from "../schema/notice/protocol.ts";
import { readVisitorsUrl } from "../schema/settings/settings.ts";
import { isLoopback } from "../schema/validation/loopback.ts";
import { usage } from "./terminal/options.ts";

/** The length of each secret: 128 bits. */
const bytes = 16;

/** A new secret. Its digits have one case, and no proxy, URL or cookie gives them another meaning. */
export function makeStaffSecret(): string {
  return randomBytes(bytes).toString("hex");
}

/** The link that leads staff past the notice, to `/`. @throws NoticeError USAGE */
export function staffLink(app: string, secret: string): string {
  const url = readVisitorsUrl(app);
  const isSafe = url && (url.protocol === "https:" || isLoopback(url.hostname));
  if (isSafe && url.href === `${url.origin}/`) return `${url.origin}${staffPath}${secret}`;
  // The sentence does not show the URL, which may hold a password.
  throw usage(
    "The address must be only the app's origin, such as https://shop.example, with no user name and nothing after the host: the link leads to /. It is a secret, so http:// is allowed only for an app on this machine.",
  );
}

/** Writes the secrets of staff into a new file that only its user can read. @throws NoticeError FILE_EXISTS, FILE_UNWRITABLE */
export async function writeStaffSecrets(file: string, secrets: StaffSecrets): Promise<void> {
  try {
    // "wx" is O_CREAT | O_EXCL, which by POSIX follows no link.
    await writeFile(file, `${JSON.stringify(secrets)}\n`, { flag: "wx", mode: 0o600, flush: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") throw new NoticeError("FILE_EXISTS", { file });
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
}

/** Reads the secrets from `bypass`. They are never printed. @throws NoticeError FILE_UNREADABLE, USAGE */
export async function readStaffSecrets(file: string): Promise<StaffSecrets> {
  // Reads only enough to see that a file is too long.
  const content = await text(createReadStream(file, { end: 1024 })).catch((cause) => {
    throw new NoticeError("FILE_UNREADABLE", { file, reason: fileFault(cause) }, { cause });
  });
  const { link, cookie, maxAge } = parse(content);
  if (isSecret(link) && isSecret(cookie) && Number.isSafeInteger(maxAge))
    return { link, cookie, maxAge: Number(maxAge) };
  throw usage(`${file} does not hold the secrets of staff: have the command \`bypass\` write it.`);
}

function parse(content: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(content));
  } catch {
    return {};
  }
}

function isSecret(value: unknown): value is string {
  return typeof value === "string" && /^[\da-f]{32}$/.test(value);
}
