import type { Format } from "../../../api/visitor/negotiate.ts";

/** What requests have that prefer no format, and the one that they get: a program's own, or a page. */
export const programs: [headers: Record<string, string>, format: Exclude<Format, "text">][] = [
  [{}, "html"],
  [{ "sec-fetch-dest": "empty" }, "json"],
  ...["document", "iframe", "image", "script", "style", "serviceworker", "emptyish"].map(
    (dest): [Record<string, string>, "html"] => [{ "sec-fetch-dest": dest }, "html"],
  ),
  [{ "sec-fetch-mode": "cors" }, "html"],
  [{ "x-requested-with": "XMLHttpRequest" }, "json"],
  [{ "x-requested-with": "com.example.browser" }, "html"],
  [{ "content-type": "application/json" }, "json"],
  [{ "content-type": "Application/JSON ; charset=utf-8" }, "json"],
  [{ "content-type": "text/json" }, "json"],
  [{ "content-type": "application/vnd.api+json" }, "json"],
  [{ "content-type": 'application/activity+json;profile="a;b"' }, "json"],
  [{ "content-type": "model/gltf+json" }, "json"],
  [{ "content-type": "application/json5" }, "html"],
  [{ "content-type": "application/x-ndjson" }, "html"],
  [{ "content-type": "multipart/form-data; boundary=application/json" }, "html"],
  [{ "content-type": "application/x-www-form-urlencoded" }, "html"],
  [{ "content-type": "/;;" }, "html"],
  [{ "content-type": "application/soap+xml; action=a" }, "xml"],
  [{ "content-type": "text/xml; charset=utf-8", soapaction: '""' }, "xml"],
  [{ "content-type": "text/xml", soapaction: "" }, "xml"],
  [{ "content-type": "text/xml" }, "html"],
  [{ "content-type": "application/xml", soapaction: "a" }, "html"],
  [{ soapaction: "a" }, "html"],
  [{ "content-type": "text/xml", soapaction: "a", "sec-fetch-dest": "empty" }, "xml"],
  [{ "content-type": "application/x-www-form-urlencoded", "x-requested-with": "XMLHttpRequest" }, "json"],
];
