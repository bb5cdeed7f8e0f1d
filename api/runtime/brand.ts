import { setTimeout as sleep } from "node:timers/promises";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { PageBrand } from "../../web/brand.ts";

/** How long a folder, which may be another machine's, may take to be read, in ms: visitors wait for the notice. */
const readTimeoutMs = 2000;

/**
 * The brand in a folder, ready for the pages; undefined if none is set or if anything is wrong with it, which is then
 * told: the notice is shown without. What it takes is loaded only where there is a brand.
 */
export async function loadBrand(
  folder: string | undefined,
  dropped: (error: NoticeError) => void,
): Promise<PageBrand | undefined> {
  if (folder === undefined) return undefined;
  const drop = (faults: string[]): undefined => {
    dropped(new NoticeError("BRAND_UNUSABLE", { folder, faults }));
  };
  try {
    const [{ readBrand }, { makePageBrand }] = await Promise.all([
      import("../../data/brand/read-brand.ts"),
      import("../../web/brand.ts"),
    ]);
    const late = `its folder did not answer within ${readTimeoutMs} ms`;
    const read = await Promise.race([
      readBrand(folder),
      sleep(readTimeoutMs, { faults: [late] }, { ref: false }),
    ]);
    return "brand" in read ? makePageBrand(read.brand) : drop(read.faults);
  } catch (error) {
    return drop([String(error)]);
  }
}
