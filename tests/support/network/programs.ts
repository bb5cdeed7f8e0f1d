import type { Format } from "../../../api/visitor/negotiate.ts";

/** Headers of requests that accept any format, and the format that they get. */
export const programs: [headers: Record<string, string>, format: Exclude<Format, "fragment">][] = [
  [{}, "text"],
  [{ "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, "html"],
  [
    { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe", "x-requested-with": "com.example.app" },
    "html",
  ],
  [{ "content-type": "application/x-www-form-urlencoded", "sec-fetch-mode": "navigate" }, "html"],
  [{ "sec-fetch-dest": "empty" }, "json"],
  [{ "sec-fetch-mode": "cors" }, "json"],
  [{ "sec-fetch-mode": "same-origin", "sec-fetch-dest": "empty" }, "json"],
  ...["document", "image", "script", "style", "serviceworker", "emptyish"].map(
    (dest): [Record<string, string>, "text"] => [
      { "sec-fetch-dest": dest, "sec-fetch-mode": "no-cors" },
      "text",
    ],
  ),
  [{ "x-requested-with": "XMLHttpRequest" }, "json"],
  [{ "x-requested-with": "com.example.browser" }, "text"],
  [{ "content-type": "application/json" }, "json"],
  [{ "content-type": "Application/JSON ; charset=utf-8" }, "json"],
  [{ "content-type": "text/json" }, "json"],
  [{ "content-type": "application/vnd.api+json" }, "json"],
  [{ "content-type": 'application/activity+json;profile="a;b"' }, "json"],
  [{ "content-type": "model/gltf+json" }, "json"],
  [{ "content-type": "application/json5" }, "text"],
  [{ "content-type": "application/x-ndjson" }, "text"],
  [{ "content-type": "multipart/form-data; boundary=application/json" }, "text"],
  [{ "content-type": "application/x-www-form-urlencoded" }, "text"],
  [{ "content-type": "/;;" }, "text"],
  [{ "content-type": "application/soap+xml; action=a" }, "xml"],
  [{ "content-type": "text/xml; charset=utf-8", soapaction: '""' }, "xml"],
  [{ "content-type": "text/xml" }, "xml"],
  [{ "content-type": "application/xml", soapaction: "a" }, "text"],
  [{ soapaction: "a" }, "text"],
  [{ "content-type": "text/xml", "sec-fetch-dest": "empty" }, "xml"],
  [{ "content-type": "application/x-www-form-urlencoded", "x-requested-with": "XMLHttpRequest" }, "json"],
];
