import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Usage } from "./usage-store.ts";

/** What a reservation has come to: the count with it, or without one the count that stands. @throws NoticeError LIMIT_REACHED */
export function withinLimit(limit: number, reserved: number | undefined, standing: number): Usage {
  if (reserved === undefined) throw new NoticeError("LIMIT_REACHED", { count: standing, limit });
  return { count: reserved, limit };
}
