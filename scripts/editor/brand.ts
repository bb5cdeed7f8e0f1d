import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { PageBrand } from "../../web/brand.ts";
import type { Context } from "../terminal/context.ts";

/** The brand for the preview; undefined if none is set or if anything is wrong with it, which is then said. */
export async function readPageBrand({ installation, print }: Context): Promise<PageBrand | undefined> {
  const folder = installation.brandFolder;
  if (folder === undefined) return undefined;
  const [{ readBrand }, { makePageBrand }] = await Promise.all([
    import("../../data/brand/read-brand.ts"),
    import("../../web/brand.ts"),
  ]);
  const read = await readBrand(folder);
  if ("brand" in read) return makePageBrand(read.brand);
  print(new NoticeError("BRAND_UNUSABLE", { folder, faults: read.faults }).message);
  return undefined;
}
