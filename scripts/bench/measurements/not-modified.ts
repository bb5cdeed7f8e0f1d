import { noticePath } from "../../../schema/protocol.ts";
import { ask, askSettled } from "../answers.ts";
import type { Measurement } from "../bench.ts";
import { compare } from "../compare.ts";
import { load, loadRows } from "../load.ts";
import { mustBeAtLeast } from "../row.ts";
import { startBare, startService } from "../servers.ts";

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
