import { resolve } from "node:path";
import type { Command } from "commander";
import { readLastKnownGood, writeLastKnownGood } from "../../data/cache/last-known-good.ts";
import type { Revision } from "../../data/store.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/errors.ts";
import { post } from "../post.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, addPostOptions, type PostOptions } from "../terminal/options.ts";

export function addRestore(program: Command, context: Context): void {
  const command = program
    .command("restore")
    .summary("bring the notice of a backup back")
    .description(
      "Brings the notice of a backup back. A store that is whole gets it as a new revision and keeps its history; " +
        "one that is missing or broken is replaced by the backup, and its files are kept beside it.",
    )
    .argument("<file>", "a file that `notice backup` made");
  addPostOptions(command).action(async (file: string, options: PostOptions) => {
    const source = resolve(context.folder, file);
    const copy = await readCopy(context, source);
    if (await isWhole(context)) return post(context, options, () => copy.notice);
    await replace(context, options, source, copy);
  });
  addExamples(command, "restore notice-backup.db", "restore notice-backup.db --dry-run");
}

async function readCopy({ place }: Context, file: string): Promise<Revision> {
  try {
    return await place.readCopy(file);
  } catch (cause) {
    const isMissing = isNoticeError(cause, "STORE_MISSING");
    const reason = isMissing ? "there is no store in it" : (cause as Error).message.replace(/\.$/, "");
    throw new NoticeError("BACKUP_UNREADABLE", { file, reason }, { cause });
  }
}

/** Whether there is a store that takes a revision; one that is only locked is not replaced. */
async function isWhole({ place }: Context): Promise<boolean> {
  try {
    const store = await place.open();
    return await store.newest().then(
      () => store.close().then(() => true),
      (error) => store.close().then(() => Promise.reject(error)),
    );
  } catch (error) {
    const isBroken = (["STORE_MISSING", "STORE_CORRUPT", "STORE_FOREIGN"] as const).some((code) =>
      isNoticeError(error, code),
    );
    if (isBroken) return false;
    throw error;
  }
}

async function replace(
  context: Context,
  options: PostOptions,
  source: string,
  copy: Revision,
): Promise<void> {
  const { database, lastKnownGood } = context.installation;
  if (options.dryRun) {
    return context.print(
      `Nothing was changed; the store, which is missing or broken, would be replaced by ${source}.`,
    );
  }
  const after = readLastKnownGood(lastKnownGood)?.revision ?? 0;
  const revision = await context.place.replaceByCopy(source, after, context.author());
  await writeLastKnownGood(lastKnownGood, { ...copy, revision }).catch(() => {});
  if (options.json) return context.printJson({ posted: true, revision, notice: copy.notice });
  context.print(
    `Revision ${revision} is live: ${database} was missing or broken and is now the backup; what was there is kept beside it.`,
  );
}
