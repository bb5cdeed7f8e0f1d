import { NoticeError } from "../errors/notice-error.ts";
import { configSchema } from "./settings-schema.ts";

/** Reads an http or https URL; undefined for other text, and for a URL with a user name or password. */
export function readVisitorsUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" ? url : undefined;
}

/** The app's public address, or a sentence that says why APP_URL is wrong; neither if it is not set. */
export function readAppAddress(value: string | undefined): { url?: URL; fault?: string } {
  if (value === undefined) return {};
  const url = readVisitorsUrl(value);
  if (url) return { url };
  const { rule } = configSchema.properties.APP_URL;
  return { fault: new NoticeError("SETTING_INVALID", { setting: "APP_URL", rule }).message };
}
