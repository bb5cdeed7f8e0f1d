import { peerPrograms, startPeer } from "../against/peers.ts";
import { startProduct } from "../against/servers.ts";
import { ratioRow, type TableRow, unmeasuredRow } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { findProgram } from "../harness/programs.ts";
import { askSettled, browser } from "../harness/replies.ts";
import { loadWithWrk, wrk } from "../harness/wrk.ts";

const peerRow = "page, gzip, 50 connections";

export const peers: Measurement = {
  does: "The page in gzip from 50 connections, against proxies that send the same bytes by themselves: `error_page 503` of one nginx worker, `http-request return` of HAProxy, and Caddy's file server; each on one core.",
  async measure(bench) {
    if (!wrk) return [unmeasuredRow("the peers", "wrk is not installed")];
    const asked = { path: "/", headers: { ...browser, "accept-encoding": "gzip" }, status: 503 };
    const ours = await startProduct(bench);
    const reply = await askSettled(ours.url, asked.headers);
    const rows: TableRow[] = [];
    for (const name of Object.keys(peerPrograms)) {
      const program = findProgram(name);
      if (!program) {
        rows.push(unmeasuredRow(`${peerRow}, against ${name}`, `${name} is not installed`));
        continue;
      }
      const theirs = await startPeer(bench, name, program, reply);
      const { rate, cpu, latency } = await bench.compare(
        () => loadWithWrk(ours, asked, 50),
        () => loadWithWrk(theirs, asked, 50),
      );
      rows.push(
        ratioRow(`${peerRow}: rate`, name, rate, "requests/s"),
        ratioRow(`${peerRow}: CPU time`, name, cpu, "µs"),
        ratioRow(`${peerRow}: median latency`, name, latency, "µs"),
      );
      await theirs.stop();
    }
    return rows;
  },
};
