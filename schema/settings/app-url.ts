import { NoticeError } from "../errors/notice-error.ts";
import { readVisitorsUrl } from "../validation/visitors-url.ts";
import { configSchema } from "./settings-schema.ts";

/** The app's public address, or in a sentence why there is none although it is set. */
export type AppAddress = { url: URL } | { fault: string };

/** Reads the app's address in APP_URL, which stops nothing if it is wrong; undefined if it is not set. */
export function readAppAddress(value: string | undefined): AppAddress | undefined {
  if (value === undefined) return undefined;
  const url = readVisitorsUrl(value);
  if (url) return { url };
  const { rule } = configSchema.properties.APP_URL;
  return { fault: new NoticeError("SETTING_INVALID", { setting: "APP_URL", rule }).message };
}
