import { NoticeError } from "../errors/notice-error.ts";
import { readVisitorsUrl } from "../validation/visitors-url.ts";
import { configSchema } from "./settings-schema.ts";

/** The app's public address, or a sentence that says why APP_URL is wrong; neither if it is not set. */
export function readAppAddress(value: string | undefined): { url?: URL; fault?: string } {
  if (value === undefined) return {};
  const url = readVisitorsUrl(value);
  if (url) return { url };
  const { rule } = configSchema.properties.APP_URL;
  return { fault: new NoticeError("SETTING_INVALID", { setting: "APP_URL", rule }).message };
}
