import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Usage } from "./usage-store.ts";

/** The count after a reservation, which is undefined at the limit. @throws NoticeError LIMIT_REACHED */
export function withinLimit(limit: number, reserved: number | undefined, standing: number): Usage {
  if (reserved === undefined) throw new NoticeError("LIMIT_REACHED", { count: standing, limit });
  return { count: reserved, limit };
}
