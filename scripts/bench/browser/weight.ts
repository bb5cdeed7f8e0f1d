import { startProduct } from "../against/servers.ts";
import { mustBeAtMost, plainRow } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { ask, askSettled, browser } from "../harness/replies.ts";
import { decodedBody } from "./html.ts";

export const weight: Measurement = {
  does: "What a visitor has to fetch, as it comes in brotli.",
  async measure(bench) {
    const { url } = await startProduct(bench);
    const page = await askSettled(url, browser);
    const scripts = [...decodedBody(page).matchAll(/<script[^>]* src="([^"]+)"/g)];
    const files = await Promise.all(scripts.map(([, path]) => ask(`${url}${path}`, browser)));
    const bytes = files.reduce((sum, { body }) => sum + body.length, 0);
    return [
      plainRow("HTML in brotli, with all that is needed to read it", page.body.length, "bytes", [
        mustBeAtMost(4096),
      ]),
      plainRow("JavaScript in brotli", bytes, "bytes", [mustBeAtMost(64_000)]),
    ];
  },
};
