import type { Installation } from "../schema/settings/installation.ts";
import { sqlitePlace } from "./sqlite/place.ts";
import type { NoticePlace } from "./store.ts";

/** The place that the settings name: the one choice of a kind of store. */
export function placeOf({ database }: Pick<Installation, "database">): NoticePlace {
  return sqlitePlace(database);
}
