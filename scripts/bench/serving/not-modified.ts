import { noticePath } from "../../../schema/notice/protocol.ts";
import { startBare, startService } from "../against/servers.ts";
import { compare } from "../figures/compare.ts";
import { mustBeAtLeast } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { load, loadRows } from "../harness/load.ts";
import { ask, askSettled } from "../harness/replies.ts";

export const notModified: Measurement = {
  does: "The poll of an open page, `GET /api/notice` with a matching entity tag, against `node:http` that answers 304.",
  async measure(bench) {
    const ours = await startService(bench);
    const url = `${ours.url}${noticePath}`;
    const { message } = await ask(url, {});
    const headers = { "if-none-match": message.headers.etag ?? "" };
    const bare = await startBare(bench, await askSettled(url, headers));
    const asked = { requests: [{ path: noticePath, headers }], status: 304 };
    const found = await compare(
      () => load(ours, asked),
      () => load(bare, asked),
    );
    return loadRows("`GET /api/notice`, 304", "bare `node:http`", found, [mustBeAtLeast(0.8)]);
  },
};
