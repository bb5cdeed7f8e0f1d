import { noticePath } from "../../../schema/notice/protocol.ts";
import { startBare, startProduct } from "../against/servers.ts";
import { inTurn } from "../figures/compare.ts";
import { type Bounds, comparedRow, type Row } from "../figures/row.ts";
import { ask, askSettled, browser, headerOf } from "../harness/replies.ts";
import { load, type Repeated } from "../harness/wrk.ts";

/** The numbers of connections, with bounds for the CPU time. */
const crowds: [words: string, connections: number, bounds: Bounds][] = [
  ["50 connections", 50, { must: 1.1, aim: 1.05 }],
  ["one connection", 1, { must: 1.12 }],
];

/** Each kind of reply, beside `node:http` that writes the same bytes and headers: CPU time per request, and the rate. */
export async function requests(rounds = 7): Promise<Row[]> {
  const ours = await startProduct();
  const etag = headerOf(await ask(ours.url + noticePath, {}), "etag");
  const kinds: Record<string, Repeated> = {
    page: { path: "/", headers: browser, status: 503 },
    "problem detail": { path: "/", headers: { ...browser, accept: "application/problem+json" }, status: 503 },
    text: { path: "/", headers: { ...browser, accept: "text/plain" }, status: 503 },
    "`GET /api/notice`": { path: noticePath, headers: {}, status: 200 },
    "`GET /api/notice`, 304": { path: noticePath, headers: { "if-none-match": etag }, status: 304 },
  };
  const rows: Row[] = [];
  for (const [name, asked] of Object.entries(kinds)) {
    const bare = await startBare(await askSettled(ours.url + asked.path, asked.headers));
    for (const [crowd, connections, bounds] of crowds) {
      const found = await inTurn(
        () => load(ours, asked, connections),
        () => load(bare, asked, connections),
        rounds,
      );
      const what = `${name}, ${crowd}: CPU time`;
      rows.push(comparedRow(what, "bare `node:http`", found, { cpu: "µs", rate: "requests/s" }, bounds));
    }
    await bare.stop();
  }
  return rows;
}
