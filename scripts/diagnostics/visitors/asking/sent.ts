import { pollPathOf } from "../../../../schema/notice/protocol.ts";
import type { Sent } from "./ask.ts";

/** The origin of another site for the preflight. Nobody can own this name. */
const otherOrigin = "https://backsoon-check.invalid";

/** A POST of this size, to a path where Backsoon answers. */
const post = (path: string, bytes: number): Sent => ({
  method: "POST",
  path: documentPath(path),
  headers: { "Content-Type": "application/octet-stream" },
  body: Buffer.alloc(bytes, "x"),
});

/** Where an open page asks, without its number. */
const documentPath = (path: string): string => pollPathOf(path.replace(/\?.*/s, ""));

/** How often the page is requested at the end: enough for a random `Retry-After` to vary. */
export const repetitions = 7;

/** Every request that shows what visitors see, except for the page's script. */
export const requests = {
  page: (path: string): Sent => ({ path }),
  document: (path: string): Sent => ({ path: documentPath(path), headers: { Accept: "*/*" } }),
  head: (path: string): Sent => ({ path, method: "HEAD" }),
  preflight: (path: string): Sent => ({
    path,
    method: "OPTIONS",
    headers: {
      Accept: "*/*",
      Origin: otherOrigin,
      "Access-Control-Request-Method": "PUT",
      "Access-Control-Request-Headers": "content-type",
    },
  }),
  json: (path: string): Sent => ({ path, headers: { Accept: "application/json" } }),
  language: (path: string, language: string): Sent => ({ path, headers: { "Accept-Language": language } }),
  small: (path: string) => post(path, 1024),
  large: (path: string) => post(path, 3 * 1024 * 1024),
};

interface Target {
  origin: string;
  path: string;
  /** Backsoon's address on this machine; undefined if unknown. */
  direct: string | undefined;
  staffFile: string | undefined;
}

/** Lines that tell which requests will be sent, and to whom. */
export function announce({ origin, path, direct, staffFile }: Target): string[] {
  const document = documentPath(path);
  return [
    `Asks ${origin} as a visitor does, without cookies, and follows no redirect:`,
    `  GET ${path} and GET ${document}, and nothing else unless Backsoon answers one of them`,
    `  HEAD and a preflight (OPTIONS) of ${path}, GET for JSON and in another language, ${repetitions} times GET again, and again what differs`,
    "  GET of the script that the page names",
    `  POST ${document} with 1 KB and with 3 MB, if GET ${document} had the marker`,
    ...(staffFile === undefined
      ? []
      : [
          `  GET of the staff link and GET ${path} with the staff cookie (${staffFile}), and both with three wrong secrets`,
        ]),
    ...(direct === undefined
      ? []
      : [`And ${direct}, where Backsoon is on this machine: GET ${path} and GET of the script`]),
    "Nothing else is sent.",
  ];
}
