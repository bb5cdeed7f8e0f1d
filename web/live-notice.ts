import type { Notice } from "../schema/notice.ts";
import { marker, noticePath } from "../schema/protocol.ts";

const timeout = 10_000;

/**
 * The notice when it is newer than the given revision, else undefined; also when it cannot be had.
 * An answer without our marker is not ours.
 */
export async function fetchNotice(
  revision: number,
): Promise<{ notice: Notice; revision: number } | undefined> {
  try {
    const response = await fetch(noticePath, {
      headers: { "If-None-Match": `"${revision}"` },
      signal: AbortSignal.timeout(timeout),
    });
    const newest = Number(response.headers.get(marker));
    if (response.status !== 200 || !(newest > revision)) return undefined;
    return { notice: await response.json(), revision: newest };
  } catch {
    return undefined;
  }
}
