import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import type { StoreBackend } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Installation } from "../../schema/settings/installation.ts";

/** Throws now what every change would throw. @throws NoticeError STORE_… */
export async function assertWritable(
  backend: StoreBackend,
  { isShared, writablePath: file }: Pick<Installation, "isShared" | "writablePath">,
): Promise<void> {
  const store = await backend.open(deadlineIn());
  await store.latestNumber().finally(() => store.close());
  if (isShared) return;
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
  } catch (cause) {
    throw new NoticeError("STORE_UNUSABLE", { file, reason: "it is read-only for this user" }, { cause });
  }
}
