import { afterEach, beforeEach, vi } from "vitest";
import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import { type BrowserStorage, storageIn } from "../../../web/editor/browser-storage.ts";
import type { Base } from "../../../web/editor/client.ts";
import { noticeWith } from "../../support/texts/notices.ts";

/** A browser's storage in memory. A full one refuses every entry. */
export function storageWith(entries: Record<string, string> = {}, isFull = () => false): BrowserStorage {
  const all = new Map(Object.entries(entries));
  return storageIn(() => ({
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => {
      if (isFull()) throw new DOMException("no", "QuotaExceededError");
      all.set(key, value);
    },
    removeItem: (key) => void all.delete(key),
  }));
}

/** Lets the tests of a file run as in a browser on the editor's own computer. */
export function inBrowser(navigator: object = { onLine: true }): void {
  beforeEach(() => {
    vi.stubGlobal("navigator", navigator);
    vi.stubGlobal("location", { hostname: "127.0.0.1" });
  });
  afterEach(() => void vi.unstubAllGlobals());
}

/** A revision as the editor reads it. */
export const baseOf = (
  revision: number,
  title = `Title ${revision}`,
  notice = noticeWith({ title }),
): Base => ({
  revision,
  etag: `"${revision}-${String(notice.title.length).padStart(8, "0")}"`,
  notice,
});

/** The reply to the write of a revision. */
export const writtenAs = (...of: Parameters<typeof baseOf>): CompletedWrite => ({
  ...baseOf(...of),
  changed: [],
  warnings: [],
  published: true,
});

/** The reply to a request that failed; by default, no reply came. */
export const failed = (status = 0, code?: string) => ({
  ok: false as const,
  problem: { status, detail: "", ...(code !== undefined && { code }) },
});
