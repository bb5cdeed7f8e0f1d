import { join } from "node:path";
import { sqlitePlace } from "../../data/sqlite/place.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { notice, type Outcome } from "./command.ts";
import { temporaryFolder } from "./folder.ts";
import { draftWith } from "./notices.ts";

export type Run = (...args: string[]) => Promise<Outcome>;

/** A command and the store that it works on. */
export interface Prepared {
  run: Run;
  env: NodeJS.ProcessEnv;
  database: string;
  /** The notice in the store, read without a command. */
  document(): Promise<Notice>;
}

/** A command on a store of its own, which is there already. */
export async function prepared(): Promise<Prepared> {
  const database = join(temporaryFolder(), "notice.db");
  const place = sqlitePlace(database);
  await place.create({ ...draftWith(), revision: 1 });
  const env = { ...process.env, DATABASE: database, NOTICE_AUTHOR: "anna", TZ: "UTC" };
  const document = async () => {
    const store = await place.open();
    const { notice: stored } = await store.latest().finally(() => store.close());
    return stored;
  };
  return { run: (...args) => notice(env, args), env, database, document };
}
