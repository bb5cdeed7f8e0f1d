import { join } from "node:path";
import { environment, notice, startProduct } from "../against/servers.ts";
import { startExported } from "../against/web-servers.ts";
import { plainRow, ratioRow, type TableRow, unmeasuredRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import type { Running } from "../harness/processes.ts";
import { findProgram } from "../harness/programs.ts";
import { isKnown } from "../harness/usage.ts";
import { outputOf } from "../harness/whole-process.ts";
import { type Exchange, findExchanges } from "./exchanges.ts";
import { startInFront } from "./nginx.ts";
import { type Cost, visit } from "./visits.ts";

const visitorRounds = 9;
/** How many visitors come in each round. */
const visitorCount = 2000;
/** How many connections nginx keeps to the service. */
const keptByNginx = 32;
/** How often the page is asked for over a connection that is kept. */
const pagesPerConnection = 100;
/** What 1 Gbit/s carries, in bytes a second. */
const gigabit = 1e9 / 8;

export const visitor: Measurement = {
  does: "New visitors, 50 at once, each over a cold connection: the page, its script and one poll, as a browser asks for them: bytes as the sockets count them, heads included and TCP's own not; CPU time of the servers alone; of the service, of nginx in front of it by the recipe, with and without connections that it keeps, and of an export that nginx sends while the app is away. What 1 Gbit/s carries is computed from those bytes.",
  async measure(bench) {
    if (!isKnown) return [unmeasuredRow("a visitor", "the system does not say what a process uses")];
    const service = await startProduct(bench);
    const { page, ...rest } = await findExchanges(service.url);
    const asked = [page, ...Object.values(rest)];
    const rows = await connectionRows(bench, service, page);
    rows.push(plainRow("a visitor: requests", asked.length, "", []));
    rows.push(...byteRows("the service", await visit(bench, [service], asked, 1)));
    rows.push(...(await nginxRows(bench, service, asked)));
    rows.push(...(await workerRows(bench)));
    return rows;
  },
};

/** What a connection costs: the page over a new one each, and over one that is kept. */
async function connectionRows(bench: Bench, service: Running, page: Exchange): Promise<TableRow[]> {
  const again = Array.from({ length: pagesPerConnection }, () => page);
  const { cpu } = await bench.compare(
    () => visit(bench, [service], [page], visitorCount),
    async () => {
      const { cpu, ...rest } = await visit(bench, [service], again, visitorCount / 20);
      return { ...rest, cpu: cpu / pagesPerConnection };
    },
    visitorRounds,
  );
  return [ratioRow("page over a new connection: CPU time", "over one that is kept", cpu, "µs")];
}

async function nginxRows(bench: Bench, service: Running, asked: Exchange[]): Promise<TableRow[]> {
  const program = findProgram("nginx");
  if (!program) return [unmeasuredRow("a visitor of nginx", "nginx is not installed")];
  const rows: TableRow[] = [];
  const alone = () => visit(bench, [service], asked, visitorCount);
  for (const kept of [undefined, keptByNginx]) {
    const what = `nginx in front${kept === undefined ? "" : `, \`keepalive ${kept}\``}`;
    const nginx = await startInFront(bench, program, service, kept);
    const through = await findExchanges(nginx.url);
    const both = () => visit(bench, [nginx, service], Object.values(through), visitorCount);
    const { cpu, behind } = await bench.compare(alone, both, visitorRounds);
    rows.push(
      ...(kept === undefined ? byteRows("nginx in front", await both()) : []),
      ratioRow("a visitor: CPU time", what, cpu, "µs"),
      ratioRow("a visitor: CPU time of the service", what, behind, "µs"),
    );
    await nginx.stop();
  }
  const folder = join(bench.folder, "export");
  await outputOf(bench, [notice, "export", folder], environment(bench));
  const exported = await startExported(bench, "nginx", program, folder);
  const files = Object.values(await findExchanges(exported.url));
  const fromFiles = () => visit(bench, [exported], files, visitorCount);
  const { cpu } = await bench.compare(alone, fromFiles, visitorRounds);
  rows.push(...byteRows("nginx with an export", await fromFiles()));
  rows.push(ratioRow("a visitor: CPU time", "nginx with an export", cpu, "µs"));
  return rows;
}

/** What two workers do with new visitors. */
async function workerRows(bench: Bench): Promise<TableRow[]> {
  const [two, one] = [await startWorkers(bench, 2), await startWorkers(bench, 1)];
  const [many, few] = [await findExchanges(two.url), await findExchanges(one.url)].map(Object.values);
  const { cpu, rate } = await bench.compare(
    () => visit(bench, [two], many ?? [], visitorCount),
    () => visit(bench, [one], few ?? [], visitorCount),
    visitorRounds,
  );
  return [
    ratioRow("a visitor, `WORKERS=2`: CPU time", "`WORKERS=1`", cpu, "µs"),
    ratioRow("visitors, `WORKERS=2`", "`WORKERS=1`", rate, "visitors/s"),
  ];
}

function startWorkers(bench: Bench, count: number): Promise<Running> {
  const settings = { WORKERS: String(count), DATABASE: join(bench.folder, `visited-by-${count}.db`) };
  return startProduct(bench, settings, "workers");
}

/** What goes over the wire for a visitor, and what a line carries by that. */
function byteRows(from: string, { received, sent }: Cost): TableRow[] {
  return [
    plainRow(`a visitor of ${from}: received, heads included`, received, "bytes", []),
    plainRow(`a visitor of ${from}: sent, heads included`, sent, "bytes", []),
    plainRow(`visitors of ${from} that 1 Gbit/s carries, computed`, gigabit / received, "visitors/s", []),
  ];
}
