import { readList } from "./list.ts";

/**
 * Whether it is a list of origins, each exactly as a browser sends it: no path, no default port, lower case.
 * @see https://www.rfc-editor.org/rfc/rfc6454#section-6.2
 */
export function areOrigins(list: string): boolean {
  const origins = readList(list);
  return origins.length > 0 && origins.every(isOrigin);
}

/**
 * Whether it is a list of origins for a policy, each as above, or with `*.` in front of its host.
 * @see https://www.w3.org/TR/CSP3/#match-hosts
 */
export function areFrameOrigins(list: string): boolean {
  const origins = readList(list);
  const isAllowed = (text: string) => /^https?:\/\/(?:\*\.)?[a-z0-9.:[\]-]+$/.test(text);
  return (
    origins.length > 0 && origins.every((text) => isAllowed(text) && isOrigin(text.replace("//*.", "//")))
  );
}

/** Whether it is an origin exactly as a browser sends it. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
