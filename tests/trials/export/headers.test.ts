import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startEcho } from "../../support/network/echo.ts";
import { type Asked, asking, type Reply } from "../../support/network/http.ts";
import { exportHere, serveExport, servers, turn } from "./support/serving.ts";

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"];
const accepts = [undefined, browser, "application/json, text/plain, */*", "application/xml", "text/plain"];
const languages = [undefined, "de-AT", "pt", "pt-AO", "zh-TW", "ar,en;q=0.5", "nn", "tlh"];
const encodings = [undefined, "gzip", "gzip, deflate, br, zstd", "br;q=0, gzip", "gzip;q=0"];
const origins = [undefined, "https://shop.example"];

/** What comes back for a request. */
type Kind = "page" | "document" | "script" | "preflight";

/** A request for each method, format, language and coding, and for whatever else is answered. */
function requests(script: string): [Kind, Asked][] {
  const headersOf = (headers: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const codings = encodings.map((coding) => headersOf({ "Accept-Encoding": coding }));
  const asked: [Kind, Asked][] = [];
  for (const [at, method] of methods.entries())
    for (const accept of accepts)
      for (const language of languages)
        for (const coding of codings) {
          const named = { Accept: accept, "Accept-Language": language, Origin: origins[at % 2] };
          asked.push(["page", { method, url: "/cart?x=1", headers: { ...headersOf(named), ...coding } }]);
        }
  for (const method of ["GET", "HEAD"])
    for (const headers of codings) {
      for (const Origin of origins)
        for (const url of ["/api/notice", "/shop/backsoon-notice?1"])
          asked.push(["document", { method, url, headers: headersOf({ ...headers, Origin }) }]);
      asked.push(["script", { method, url: script, headers }]);
    }
  for (const url of ["/", "/api/notice", script])
    for (const names of [undefined, "x-one, x-two"]) {
      const asks = { Origin: origins[1], "Access-Control-Request-Method": "PUT" };
      const headers = headersOf({ ...asks, "Access-Control-Request-Headers": names });
      asked.push(["preflight", { method: "OPTIONS", url, headers }]);
    }
  const page = { Accept: browser, "Accept-Encoding": "gzip" };
  for (const [kind, url] of [
    ["page", "/"],
    ["document", "/api/notice"],
  ] as const)
    for (const headers of [page, { ...page, Origin: origins[1] }, { ...page, "Content-Length": 0 }])
      asked.push([kind, { url, headers }]);
  // A body where a browser sends none.
  for (const bytes of [1024, 3 * 1024 * 1024]) {
    const headers = { ...page, "Transfer-Encoding": "chunked" };
    asked.push(["page", { headers, payload: "x".repeat(bytes) }]);
  }
  // What is almost one of those, and is a page.
  const almost: Asked[] = [
    { method: "POST", url: "/api/notice" },
    { url: "/api/notice/x" },
    { url: "/backsoon-notice/x" },
    { url: "/API/notice" },
    { url: "/assets/backsoon-gone.js" },
    { method: "OPTIONS", headers: { Origin: "https://shop.example" } },
    { method: "OPTIONS", headers: { "Access-Control-Request-Method": "PUT" } },
  ];
  return [...asked, ...almost.map((each): [Kind, Asked] => ["page", each])];
}

/** How often the headers of one name, or the status or the body, were not the same. */
type Differences = Map<string, string>;

/** Asks two servers the same, and gives what differs, by the kind of reply and the header, each with an example. */
async function differencesOf(service: string, server: string, script: string): Promise<Differences> {
  const [askService, askServer] = [asking(service), asking(server)];
  const found: Differences = new Map();
  for (const [kind, asked] of requests(script)) {
    const [one, other] = await Promise.all([askService(asked), askServer(asked)]);
    for (const [what, [ours, theirs]] of compare(one, other))
      if (!found.has(`${kind}: ${what}`))
        found.set(`${kind}: ${what}`, `${ours} → ${theirs} (${JSON.stringify(asked)})`);
  }
  return found;
}

/** What every server decides anew for each connection, or moment. */
const ofTheConnection = new Set(["connection", "date", "keep-alive"]);

function compare(one: Reply, other: Reply): [string, string[]][] {
  const pairs: [string, [unknown, unknown]][] = [["status", [one.statusCode, other.statusCode]]];
  const names = new Set([...Object.keys(one.headers), ...Object.keys(other.headers)]);
  for (const name of names)
    if (!ofTheConnection.has(name)) pairs.push([name, [one.headers[name], other.headers[name]]]);
  const [ours, theirs] = [textOf(one), textOf(other)];
  const isPage = one.headers["content-type"]?.startsWith("text/html");
  pairs.push(["body", isPage ? [textOfPage(ours), textOfPage(theirs)] : [ours, theirs]]);
  return pairs
    .filter(([, [ours, theirs]]) => ours !== theirs)
    .map(([name, values]) => [name, values.map((value) => String(value).slice(0, 300))]);
}

function textOf({ rawPayload, headers }: Reply): string {
  if (rawPayload.length === 0) return "";
  const coding = headers["content-encoding"];
  if (coding === "br") return brotliDecompressSync(rawPayload).toString();
  return (coding === "gzip" ? gunzipSync(rawPayload) : rawPayload).toString();
}

/** A page without the policy and the time that only one from a file says itself. */
function textOfPage(page: string): string {
  return page
    .replace(/\s*<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replace(/,"modified":\d+/, "");
}

const kinds = ["page", "document", "script", "preflight"];

/** What differs, by the table in the documentation, as `differencesOf` names it. */
function namedInTable(): string[] {
  const table = /\n(\| reply \| header \|.*\n)\| ---.*\n((?:\|.*\n)+)/.exec(
    readFileSync("docs/export.md", "utf8"),
  );
  const cells = (row: string): string[] =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, head = "", rows = ""] = table ?? [];
  const column = cells(head.trim()).indexOf("of files");
  expect(column).toBeGreaterThan(0);
  return rows
    .trim()
    .split("\n")
    .map(cells)
    .filter((row) => row[column] !== "the same")
    .flatMap(([reply = "", header = ""]) =>
      (reply === "each" ? kinds : [reply]).map(
        (kind) => `${kind}: ${header.replaceAll("`", "").toLowerCase()}`,
      ),
    );
}

describe.each(servers)("an export behind %s", (server) => {
  it.each(["while the app is away", "by the switch"])(
    "has the replies of the service, but for the headers that the table names, %s",
    async (why) => {
      const { service, folder } = await exportHere();
      const isSwitched = why === "by the switch";
      const app = isSwitched ? (await startEcho("app", 200)).port : await freePort();
      const flags = temporaryFolder();
      const url = await serveExport(server, { folder, app, flags });
      if (isSwitched) turn(flags, "on");
      const script = readdirSync(join(folder, "assets")).find((name) => /^backsoon-[\w-]+\.js$/.test(name));
      const differences = await differencesOf(service.url, url, `/assets/${script}`);
      const named = namedInTable();
      expect([...differences.keys()].sort(), JSON.stringify([...differences])).toEqual(named.sort());
    },
  );
});
