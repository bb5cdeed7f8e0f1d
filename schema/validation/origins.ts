import { readList } from "./list.ts";

/**
 * Whether it is a list of origins, each exactly as a browser sends it: no path, no default port, lower case.
 * @see https://www.rfc-editor.org/rfc/rfc6454#section-6.2
 */
export function areOrigins(list: string): boolean {
  const origins = readList(list);
  return origins.length > 0 && origins.every(isOrigin);
}

/** Whether it is an origin exactly as a browser sends it. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
