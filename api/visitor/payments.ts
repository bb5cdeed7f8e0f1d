import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { PaymentsScript } from "../../web/render.tsx";
import type { Asset } from "../assets/build.ts";

/**
 * The script that pages load if there is a publishable key; undefined without a key.
 * @throws NoticeError BUILD_MISSING
 */
export function findPaymentsScript(assets: Asset[], key: string | undefined): PaymentsScript | undefined {
  if (key === undefined) return undefined;
  const script = assets.find(({ path }) => path.startsWith("/assets/backsoon-payments-"));
  if (!script) throw new NoticeError("BUILD_MISSING", { file: "the payments script" });
  return { path: script.path, key };
}
