import { onTestFinished } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import type { NoticeStore } from "../../../data/store.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { hostileNotices } from "../texts/hostile-texts.ts";
import { draftWith } from "../texts/notices.ts";

/** Counts what a payload calls when it runs. */
export const canary = `
  globalThis.__pwned = 0;
  for (const name of ["alert", "confirm", "prompt", "print", "open", "msgbox"])
    globalThis[name] = () => void (globalThis.__pwned += 1);
`;

export type Texts = Pick<Notice, "title" | "message" | "expectedReturn">;
export const plain = { title: "Plain", message: "plain", expectedReturn: "plain" };

/** The three texts of the page for each hostile text, which is in every field that accepts it. */
export const hostile = (texts: string[]): Texts[] =>
  hostileNotices(texts).map(({ contactEmail: _, ...notice }) => ({ ...plain, ...notice }));

export async function startWithStore<S extends { database: string }>(
  start: (settings: Record<string, string>) => Promise<S>,
): Promise<{ service: S; store: NoticeStore }> {
  const service = await start({ LOG_LEVEL: "trace", POLL_SECONDS: "3600" });
  const store = await sqliteBackend(service.database).open();
  onTestFinished(() => store.close());
  await store.append(draftWith(plain));
  return { service, store };
}
