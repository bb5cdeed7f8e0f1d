import { setTimeout as sleep } from "node:timers/promises";
import { locales } from "../../../web/render.tsx";
import { startProduct } from "../against/servers.ts";
import { mustBeAtLeast } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { load, loadRows } from "../harness/load.ts";
import { ask, browser, settled } from "../harness/replies.ts";

const askedEncodings = ["br", "gzip", "identity"];

export const variants: Measurement = {
  does: "The page in every language, against one of them, each in the three encodings in turn: the same server, and as many different requests for the generator.",
  async measure(bench) {
    const ours = await startProduct(bench);
    const inEncodings = (tag: string) =>
      askedEncodings.map((encoding) => ({ ...browser, "accept-language": tag, "accept-encoding": encoding }));
    const every = locales.flatMap(({ tag }) => inEncodings(tag));
    for (const headers of every) await ask(ours.url, headers);
    await sleep(settled);
    const asked = (all: Record<string, string>[]) => ({
      requests: all.map((headers) => ({ headers })),
      status: 503,
    });
    const found = await bench.compare(
      () => load(ours, asked(every)),
      () => load(ours, asked(locales.flatMap(() => inEncodings("en")))),
      30,
    );
    const what = `page, ${locales.length} languages in ${askedEncodings.length} encodings in turn`;
    return loadRows(what, "one language", found, [mustBeAtLeast(0.95)]);
  },
};
