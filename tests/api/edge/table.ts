import { languageTags } from "../../../schema/languages/tags.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { noticePath } from "../../../schema/notice/protocol.ts";
import { hasEveryCell } from "../../support/cells.ts";
import type { Asked } from "../../support/network/http.ts";

/** A request to which the service and a module must reply alike. */
export interface Case extends Asked {
  url: string;
  method: string;
  headers: Record<string, string>;
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const translations = { de: { title: "Umzug" }, "pt-BR": { title: "Mudança" } };
const translated = { language: "en", translations };

/** The notices. One with a time has 6 phases, each of which takes a second to render. */
export const edgeNotices: Record<string, () => Partial<Notice>> = {
  "in words": () => ({ title: "Back </script> $& 🌞", message: 'One,\n\n"2" & 3', expectedReturn: "soon" }),
  ...(hasEveryCell && {
    translated: () => ({ title: "Moving", ...translated }),
    "before a time": () => ({ expectedReturn: inHours(3) }),
    "days before a time": () => ({ expectedReturn: inHours(24 * 30) }),
    "long before a time": () => ({ expectedReturn: inHours(24 * 300) }),
    "after a time": () => ({ title: "Moving", expectedReturn: inHours(-50), ...translated }),
  }),
};

const accepted = [
  ...["*/*", "text/html", "application/json", "application/problem+json", "text/plain", "application/xml"],
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
  "application/vnd.api+json, */*;q=0.1",
  "application/json;q=0.5, text/plain",
  ...["application/soap+xml", "image/*", "text/html;q=0, */*"],
];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
const languages = [
  ...languageTags,
  ...["en-GB", "en-IE,de", "en-CA", "en-JP", "", "de-AT, en;q=0.5", "zh-TW", "pt", "xx, *", "no;q=0, sv"],
];
const programs: Record<string, string>[] = [
  { "sec-fetch-dest": "empty" },
  { "sec-fetch-mode": "cors" },
  { "hx-request": "true" },
  { "hx-request": "true", "hx-boosted": "true", accept: "text/html" },
  { accept: "text/html", "x-turbo-request-id": "1" },
  { accept: "text/html", "turbolinks-referrer": "/" },
  { "x-requested-with": "XMLHttpRequest" },
  { "content-type": "application/json" },
  { "content-type": "text/xml" },
  { "sec-fetch-mode": "navigate", "content-type": "application/x-www-form-urlencoded" },
];
const origin = "https://shop.example";
const preflight = { origin, "access-control-request-method": "PUT" };

/** Every request. `script` is the path of the page's script, and `etag` is the document's. */
export function cases(script: string, etag: string): Case[] {
  const of = (url: string, headers: Case["headers"] = {}, method = "GET") => ({ url, method, headers });
  const documents = [noticePath, `${noticePath}?again`, "/a/backsoon-notice?1", `${noticePath}/schema`];
  const tags = [etag, `W/${etag}`, `${etag.slice(0, -1)}-br"`, '"1-00000000"', "*", "nonsense"];
  const unknown = ["/assets/backsoon-none.js", "/healthz", "/__proto__", "/constructor", `${noticePath}/`];
  return [
    ...accepted.flatMap((accept) => methods.map((method) => of("/shop?id=1", { accept }, method))),
    ...languages.flatMap((language) =>
      ["text/html", "application/json", "text/plain", "application/xml"].map((accept) =>
        of("/", { accept, "accept-language": language }),
      ),
    ),
    ...programs.flatMap((headers) => ["GET", "POST"].map((method) => of("//shop?id=1", headers, method))),
    ...["/", ...documents, script].flatMap((url) => [
      ...methods.map((method) => of(url, { origin }, method)),
      of(url, preflight, "OPTIONS"),
      of(url, { ...preflight, "access-control-request-headers": "x-a, x-b" }, "OPTIONS"),
      of(url, { origin: "null" }),
    ]),
    of("/", { ...preflight, origin: "https://else.example" }, "OPTIONS"),
    ...tags.flatMap((tag) =>
      [noticePath, "/"].map((url) => of(url, { "if-none-match": tag, range: "bytes=0-9" })),
    ),
    ...unknown.map((url) => of(url)),
  ];
}

/** The headers that must be alike: not those of the connection or of the moment. */
export function comparable(headers: Record<string, unknown>): Record<string, string> {
  const left = /^(?:date|connection|keep-alive|transfer-encoding|retry-after)$/;
  const kept = Object.entries(headers).filter(([name]) => !left.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Whether both values of `Retry-After` are absent, or mean the same wait, to which each adds up to a tenth at random. */
export function isRetryAlike(one: unknown, other: unknown): boolean {
  const [least = 0, most = 0] = [Number(one), Number(other)].sort((a, b) => a - b);
  return one === other || (least >= 30 && most <= least * 1.1 + 2);
}
