import { join } from "node:path";
import { environment, notice, startProduct } from "../against/servers.ts";
import { startExported } from "../against/web-servers.ts";
import { plainRow, ratioRow, type TableRow, unmeasuredRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import type { Running } from "../harness/processes.ts";
import { findProgram } from "../harness/programs.ts";
import { isKnown } from "../harness/usage.ts";
import { outputOf } from "../harness/whole-process.ts";
import { type Exchange, findExchanges, type VisitorExchanges } from "./exchanges.ts";
import { startInFront } from "./nginx.ts";
import { type Cost, visit } from "./visits.ts";

const visitorRounds = 9;
/** How many visitors come in each round. */
const visitorCount = 2000;
/** How many connections nginx keeps to the service. */
const keptByNginx = 32;
/** How often the same is asked for over a connection that is kept. */
const timesPerConnection = 100;
/** What 1 Gbit/s carries, in bytes a second. */
const gigabit = 1e9 / 8;

export const visitor: Measurement = {
  does: "New visitors, 50 at once, each over a cold connection: the page, its script and one poll, as a browser asks for them, and the polls of open pages over connections that are kept: bytes as the sockets count them, heads included and TCP's own not; CPU time of the servers alone; of the service, of nginx in front of it by the recipe, with and without connections that it keeps, and of an export that nginx sends while the app is away. What 1 Gbit/s carries is computed from those bytes.",
  async measure(bench) {
    if (!isKnown) return [unmeasuredRow("a visitor", "the system does not say what a process uses")];
    const service = await startProduct(bench);
    const asked = await findExchanges(service.url);
    const { page, poll } = asked;
    return [
      ...(await connectionRow(bench, service, "page", page)),
      ...(await connectionRow(bench, service, "poll", poll)),
      plainRow("a visitor: requests", Object.keys(asked).length, "", []),
      ...(await byteRows(bench, "the service", service, asked)),
      ...(await scriptRows(bench, service, asked)),
      ...(await nginxRows(bench, service, asked)),
      ...(await workerRows(bench)),
    ];
  },
};

/** What a connection costs: a request over a new one each, and over one that is kept. */
async function connectionRow(
  bench: Bench,
  service: Running,
  what: string,
  exchange: Exchange,
): Promise<TableRow[]> {
  const { cpu } = await bench.compare(
    () => visit(bench, [service], [exchange], visitorCount),
    () => overKept(bench, [service], exchange),
    visitorRounds,
  );
  return [ratioRow(`${what} over a new connection: CPU time`, "over one that is kept", cpu, "µs")];
}

/** What a request costs over connections that are kept. */
async function overKept(bench: Bench, servers: Running[], exchange: Exchange): Promise<Cost> {
  const again = Array.from({ length: timesPerConnection }, () => exchange);
  const { received, sent, cpu, behind, rate } = await visit(bench, servers, again, visitorCount / 20);
  const each = (cost: number): number => cost / timesPerConnection;
  return {
    received: each(received),
    sent: each(sent),
    cpu: each(cpu),
    behind: each(behind),
    rate: rate * timesPerConnection,
  };
}

/** What is left for the service where a CDN has the script. */
async function scriptRows(bench: Bench, service: Running, asked: VisitorExchanges): Promise<TableRow[]> {
  const { page, poll } = asked;
  const { cpu, received } = await bench.compare(
    () => visit(bench, [service], [page, poll], visitorCount),
    () => visit(bench, [service], Object.values(asked), visitorCount),
    visitorRounds,
  );
  const what = "a visitor whose script a CDN has";
  return [
    ratioRow(`${what}: CPU time`, "a visitor", cpu, "µs"),
    ratioRow(`${what}: received, heads included`, "a visitor", received, "bytes"),
  ];
}

async function nginxRows(bench: Bench, service: Running, asked: VisitorExchanges): Promise<TableRow[]> {
  const program = findProgram("nginx");
  if (!program) return [unmeasuredRow("a visitor of nginx", "nginx is not installed")];
  const alone: Side = { servers: [service], asked };
  const rows: TableRow[] = [];
  for (const kept of [undefined, keptByNginx]) {
    const what = `nginx in front${kept === undefined ? "" : `, \`keepalive ${kept}\``}`;
    const nginx = await startInFront(bench, program, service, kept);
    const through = await findExchanges(nginx.url);
    if (kept === undefined) rows.push(...(await byteRows(bench, what, nginx, through)));
    rows.push(...(await costRows(bench, alone, what, { servers: [nginx, service], asked: through })));
    await nginx.stop();
  }
  const folder = join(bench.folder, "export");
  await outputOf(bench, [notice, "export", folder], environment(bench));
  const exported = await startExported(bench, "nginx", program, folder);
  const files = await findExchanges(exported.url);
  const what = "nginx with an export";
  rows.push(...(await byteRows(bench, what, exported, files)));
  rows.push(...(await costRows(bench, alone, what, { servers: [exported], asked: files })));
  return rows;
}

/** Who answers: the first of these servers, and those behind it. */
interface Side {
  servers: Running[];
  asked: VisitorExchanges;
}

/** What a visitor costs the service alone, and others. */
async function costRows(bench: Bench, alone: Side, what: string, other: Side): Promise<TableRow[]> {
  const visitors =
    ({ servers, asked }: Side) =>
    () =>
      visit(bench, servers, Object.values(asked), visitorCount);
  const { cpu, behind } = await bench.compare(visitors(alone), visitors(other), visitorRounds);
  const polls =
    ({ servers, asked }: Side) =>
    () =>
      overKept(bench, servers, asked.poll);
  const poll = await bench.compare(polls(alone), polls(other), visitorRounds);
  return [
    ratioRow("a visitor: CPU time", what, cpu, "µs"),
    ...(other.servers.length > 1 ? [ratioRow("a visitor: CPU time of the service", what, behind, "µs")] : []),
    ratioRow("a poll over a connection that is kept: CPU time", what, poll.cpu, "µs"),
  ];
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

/** What goes over the wire for a visitor and for a poll, and how many visitors a line carries by that. */
async function byteRows(
  bench: Bench,
  from: string,
  server: Running,
  asked: VisitorExchanges,
): Promise<TableRow[]> {
  const { received, sent } = await visit(bench, [server], Object.values(asked), 1);
  const poll = await visit(bench, [server], [asked.poll], 1);
  return [
    plainRow(`a visitor of ${from}: received, heads included`, received, "bytes", []),
    plainRow(`a visitor of ${from}: sent, heads included`, sent, "bytes", []),
    plainRow(`visitors of ${from} that 1 Gbit/s carries, computed`, gigabit / received, "visitors/s", []),
    plainRow(`a poll of ${from}: received, heads included`, poll.received, "bytes", []),
  ];
}
