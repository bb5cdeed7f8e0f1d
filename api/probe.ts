import { createStore } from "../data/create.ts";
import { placeOf } from "../data/place.ts";
import { toNoticeError } from "../schema/errors.ts";
import { readInstallation } from "../schema/installation.ts";
import { printable } from "../schema/printable.ts";

/** Creates the store where there is none, and reads it as the server will. */
async function probe(): Promise<void> {
  const installation = readInstallation(process.env, ["DATABASE"]);
  const place = placeOf(installation);
  await createStore(place, installation, "backsoon");
  const feed = await place.follow();
  feed.poll();
  feed.close();
}

await probe().catch((cause: unknown) => {
  process.stderr.write(printable(toNoticeError(cause).message));
  process.exitCode = 1;
});
