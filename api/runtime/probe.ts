import { createStore } from "../../data/create.ts";
import { placeOf } from "../../data/place.ts";
import type { Environment } from "../../schema/settings/config.ts";
import { readInstallation } from "../../schema/settings/installation.ts";

/**
 * Creates the store where there is none, and reads it as the server will; in a process that may not live through it.
 * @throws NoticeError STORE_…, FIRST_NOTICE_INVALID
 */
export async function probe(env: Environment): Promise<void> {
  const installation = readInstallation(env, ["DATABASE"]);
  const place = placeOf(installation);
  await createStore(place, installation, "backsoon");
  const feed = await place.follow();
  feed.poll();
  feed.close();
}
