import { markdownTable } from "markdown-table";
import { figureInWords, type TableRow } from "./row.ts";

/** The tables of the document about scale, by the names of their places in it. */
type ScaleTables = Record<"visitors" | "pages", string>;

/** Who answers, what that costs in microseconds of CPU time, and what goes over the wire in bytes. */
type Answer = [who: string, microseconds: number, bytes: number];

const million = 1_000_000;
const visitorsPerSecond = million / 600;
/** How often open pages poll, in seconds. */
const pollSeconds = [10, 60, 600];

/** What a million visitors and a million open pages cost, computed from rows; undefined if one of those is missing. */
export function scaleTables(rows: TableRow[]): ScaleTables | undefined {
  const find = (what: string, against = "—") =>
    rows.find((row) => row.what === what && row.against === against)?.absolute ?? [];
  const ours = (what: string, against?: string): number => find(what, against)[0] ?? Number.NaN;
  const theirs = (what: string, against: string): number => find(what, against)[1] ?? Number.NaN;

  const [nginx, kept, files] = ["nginx in front", "nginx in front, `keepalive 32`", "nginx with an export"];
  const visitor = "a visitor: CPU time";
  const withCdn = "a visitor whose script a CDN has";
  const bytesOf = (from: string) => ours(`a visitor of ${from}: received, heads included`);
  const visitors: Answer[] = [
    ["the service", ours(visitor, nginx), bytesOf("the service")],
    ["two workers", ours("a visitor, `WORKERS=2`: CPU time", "`WORKERS=1`"), bytesOf("the service")],
    [
      "the service, and a CDN has the script",
      ours(`${withCdn}: CPU time`, "a visitor"),
      ours(`${withCdn}: received, heads included`, "a visitor"),
    ],
    ["nginx in front of the service, both together", theirs(visitor, nginx), bytesOf(nginx)],
    ["the same with `keepalive 32`", theirs(visitor, kept), bytesOf(nginx)],
    ["nginx with an export", theirs(visitor, files), bytesOf(files)],
  ];

  const poll = "a poll over a connection that is kept: CPU time";
  const pollBytesOf = (from: string) => ours(`a poll of ${from}: received, heads included`);
  const polls: Answer[] = [
    ["the service", ours(poll, nginx), pollBytesOf("the service")],
    [
      "the service, each poll over a new connection",
      ours("poll over a new connection: CPU time", "over one that is kept"),
      pollBytesOf("the service"),
    ],
    ["nginx in front of the service, both together", theirs(poll, nginx), pollBytesOf(nginx)],
    ["the same with `keepalive 32`", theirs(poll, kept), pollBytesOf(nginx)],
    ["nginx with an export", theirs(poll, files), pollBytesOf(files)],
  ];
  if ([...visitors, ...polls].flat().some(Number.isNaN)) return undefined;
  return { visitors: visitorTable(visitors), pages: pageTable(polls) };
}

function visitorTable(answers: Answer[]): string {
  const head = ["who answers", "CPU time of one", "a core carries", "cores", "bytes of one", "Gbit/s"];
  const cells = answers.map(([who, microseconds, bytes]) => [
    who,
    `${figureInWords(microseconds)} µs`,
    `${Math.round(million / microseconds).toLocaleString("en")} a second`,
    coresInWords(visitorsPerSecond * microseconds),
    figureInWords(bytes),
    gigabitsInWords(visitorsPerSecond * bytes),
  ]);
  return markdownTable([head, ...cells]);
}

function pageTable(answers: Answer[]): string {
  const each = pollSeconds.map((seconds) => `every ${seconds} s: cores, Gbit/s`);
  const head = ["who answers", "CPU time of a poll", "bytes of one", ...each];
  const cells = answers.map(([who, microseconds, bytes]) => [
    who,
    `${figureInWords(microseconds)} µs`,
    figureInWords(bytes),
    ...pollSeconds.map((seconds) => {
      const perSecond = million / seconds;
      return `${coresInWords(perSecond * microseconds)}, ${gigabitsInWords(perSecond * bytes)}`;
    }),
  ]);
  return markdownTable([head, ...cells]);
}

/** Microseconds of CPU time in each second, as cores that are busy with nothing else. */
const coresInWords = (microseconds: number): string => (microseconds / 1e6).toFixed(2);

const gigabitsInWords = (bytesPerSecond: number): string => ((bytesPerSecond * 8) / 1e9).toFixed(2);

/** The document about scale with these tables in their places. @throws Error if it has no place for one of them */
export function withScaleTables(text: string, tables: ScaleTables): string {
  return Object.entries(tables).reduce((before, [name, table]) => {
    const place = new RegExp(`(<!-- ${name}: [^\\n]*-->\\n)[^]*?(\\n<!-- -->)`);
    if (!place.test(before)) throw new Error(`The document about scale has no place for the table ${name}.`);
    return before.replace(place, (_all, start: string, end: string) => `${start}\n${table}\n${end}`);
  }, text);
}
