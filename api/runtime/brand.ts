import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { PageBrand } from "../../web/brand.tsx";

/**
 * The brand in a folder, ready for the pages; undefined if none is set. A faulty brand is reported, and the notice is
 * shown without it. The code is loaded only if there is a brand.
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
      import("../../data/brand.ts"),
      import("../../web/brand.tsx"),
    ]);
    const read = await readBrand(folder);
    return "brand" in read ? makePageBrand(read.brand) : drop(read.faults);
  } catch (error) {
    return drop([String(error)]);
  }
}
