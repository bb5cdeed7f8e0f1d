import { NoticeError } from "../errors/notice-error.ts";
import { readVisitorsUrl } from "../validation/visitors-url.ts";
import { configSchema } from "./settings-schema.ts";

/** The app's public address, or a sentence that says why APP_URL is wrong. */
export type AppAddress = { url: URL } | { fault: string };

/** Reads APP_URL; undefined if it is not set. A wrong address stops nothing. */
export function readAppAddress(value: string | undefined): AppAddress | undefined {
  if (value === undefined) return undefined;
  const url = readVisitorsUrl(value);
  if (url) return { url };
  const { rule } = configSchema.properties.APP_URL;
  return { fault: new NoticeError("SETTING_INVALID", { setting: "APP_URL", rule }).message };
}
