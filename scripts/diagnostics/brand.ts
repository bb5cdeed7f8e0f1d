import type { DiagnosticResult } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";

/** Reads the brand as the service does at its start; where none is set, there is no line. */
export async function checkBrand({ installation }: Context): Promise<DiagnosticResult[]> {
  const folder = installation.brandFolder;
  if (folder === undefined) return [];
  const failure = (faults: string[]): DiagnosticResult[] => {
    const { message } = new NoticeError("BRAND_UNUSABLE", { folder, faults });
    return [{ subject: "brand", state: "failure", detail: message }];
  };
  try {
    const [{ readBrand }, { makePageBrand }] = await Promise.all([
      import("../../data/brand/read-brand.ts"),
      import("../../web/brand.ts"),
    ]);
    const read = await readBrand(folder);
    if ("faults" in read) return failure(read.faults);
    return [{ subject: "brand", state: "ok", detail: `${makePageBrand(read.brand).name}, from ${folder}` }];
  } catch (error) {
    return failure([String(error)]);
  }
}
