import { randomUUID } from "node:crypto";
import { maxSilentSeconds } from "../../schema/advice/advice.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { describeAddress, isLocal, type PostgresAddress } from "../../schema/settings/postgres-url.ts";
import { describeShown } from "../nodes.ts";
import { type DiagnosticResult, failure, type Node, ok, type Version, warning } from "../store.ts";
import { toHistoryEntry } from "../stored-row.ts";
import {
  type AskDatabase,
  connectTo,
  createLink,
  type DatabaseLogin,
  explain,
  historyTimeoutMs,
  hostLimits,
  isStandby,
  rehearse,
} from "./connect.ts";
import { brokenStore } from "./fault.ts";
import { quoted } from "./format.ts";
import { nodesOn } from "./nodes.ts";
import { identify, queriesOn, rowsUpTo } from "./queries.ts";

interface Server extends Record<string, unknown> {
  version: string;
  synchronous_commit: string;
  fsync: string;
  full_page_writes: string;
  standbys: string;
  is_encrypted: boolean;
}

const describeServer = `SELECT pg_catalog.current_setting('server_version') AS version,
  pg_catalog.current_setting('synchronous_commit') AS synchronous_commit,
  pg_catalog.current_setting('fsync') AS fsync,
  pg_catalog.current_setting('full_page_writes') AS full_page_writes,
  pg_catalog.current_setting('synchronous_standby_names') AS standbys,
  coalesce((SELECT ssl FROM pg_catalog.pg_stat_ssl WHERE pid = pg_catalog.pg_backend_pid()), false) AS is_encrypted`;

/** Inspects the store, its server and nodes, and every revision. `command` is the program's name. Never rejects. */
export async function inspectPostgres(login: DatabaseLogin, command: string): Promise<DiagnosticResult[]> {
  const link = createLink(login);
  try {
    const found = await link.use((ask) => inspect(ask, login.address, command), historyTimeoutMs);
    return [...found, ...(await inspectHosts(login))];
  } catch (error) {
    return [failure("store", (await explain(error, login)).messageFor(command))];
  } finally {
    link.close();
  }
}

async function inspect(
  ask: AskDatabase,
  address: PostgresAddress,
  command: string,
): Promise<DiagnosticResult[]> {
  const queries = queriesOn(address.schema);
  const storeId = await identify(ask, address);
  const row = await queries.latest(ask);
  const [server] = await ask<Server>(describeServer);
  if (!server || !row) throw brokenStore(address, "it has no revision");
  const { revision: number, sha256: hash } = row;
  return [
    ok("store", `${describeAddress(address)}, revision ${number}, ${storeId}`),
    ok("PostgreSQL", server.version),
    inspectDurability(server),
    inspectWay(address, server),
    await inspectRights(ask, address),
    await inspectRevisions(ask, address.schema, number, command),
    inspectNodes(await nodesOn(address.schema).list(ask), { storeId, number, hash }),
  ];
}

/** Warns if writes may be lost. A managed service with its own storage may be right to turn these settings off. */
function inspectDurability({
  synchronous_commit,
  fsync,
  full_page_writes,
  standbys,
}: Server): DiagnosticResult {
  const detail = `fsync=${fsync}, full_page_writes=${full_page_writes}, synchronous_commit=${synchronous_commit} (a change has at least "on"), ${standbys ? `synchronous standbys: ${standbys}` : "no synchronous standby"}`;
  return fsync === "on" && full_page_writes === "on"
    ? ok("durability", detail)
    : warning("durability", `${detail}: a crash of its machine may lose confirmed changes`);
}

function inspectWay({ hosts, sslmode }: PostgresAddress, { is_encrypted }: Server): DiagnosticResult {
  const detail = `sslmode=${sslmode}, ${is_encrypted ? "encrypted" : "not encrypted"}`;
  return sslmode === "verify-full" || hosts.every(isLocal)
    ? ok("connection", detail)
    : warning(
        "connection",
        `${detail}: others on the network may read and change everything. Use verify-full`,
      );
}

async function inspectRights(ask: AskDatabase, { schema, user }: PostgresAddress): Promise<DiagnosticResult> {
  const at = quoted(schema);
  const may = (table: string, ...rights: string[]) =>
    rights.map((right) => `pg_catalog.has_table_privilege('${at}.${table}', '${right}')`).join(" AND ");
  const [rights = {}] = await ask<Record<string, boolean>>(`SELECT true AS "read",
    ${may("instance", "INSERT", "UPDATE", "DELETE")} AS "report as a node",
    ${may("revision", "INSERT")} AS "publish",
    ${may("token", "INSERT", "UPDATE", "DELETE")} AS "give out tokens",
    (SELECT pg_catalog.pg_has_role(relowner, 'USAGE') FROM pg_catalog.pg_class WHERE oid = '${at}.revision'::regclass)
      AS "create and restore"`);
  if (rights.publish) await rehearseChange(ask, schema);
  const able = Object.keys(rights).filter((right) => rights[right]);
  return ok("role", `${user} may ${able.join(", ")}`);
}

/** Tries a change and undoes it; rejects as the change would. */
function rehearseChange(ask: AskDatabase, schema: string): Promise<unknown> {
  const { insert, latestNumber } = queriesOn(schema);
  const change = { notice: defaults, author: "backsoon", requestId: randomUUID() };
  return rehearse(ask, async () => insert(ask, change, ((await latestNumber(ask)) ?? 0) + 1));
}

/** Verifies the hash of each revision: the database does not notice a flipped bit in a text. */
async function inspectRevisions(
  ask: AskDatabase,
  schema: string,
  latest: number,
  command: string,
): Promise<DiagnosticResult> {
  const damaged: number[] = [];
  let count = 0;
  for await (const row of rowsUpTo(ask, schema, latest)) {
    count += 1;
    if ("damage" in toHistoryEntry(row)) damaged.push(row.revision);
  }
  return damaged.length === 0
    ? ok("revisions", `${count}, all intact`)
    : failure(
        "revisions",
        `damaged: ${damaged.join(", ")}. Publish another notice with \`${command} apply FILE\` or \`${command} rollback N\``,
      );
}

/** Names the nodes that are silent, or do not show the latest revision; fails if the store has lost what one shows. */
function inspectNodes(nodes: Node[], latest: Version & { storeId: string }): DiagnosticResult {
  const silent = nodes.filter(({ silentSeconds }) => silentSeconds >= maxSilentSeconds);
  const others = nodes.filter(
    (node) => node.storeId !== latest.storeId || node.number !== latest.number || node.hash !== latest.hash,
  );
  const detail = [
    `${nodes.length - silent.length} running`,
    ...(silent.length > 0 ? [`silent: ${silent.map(({ label }) => label).join(", ")}`] : []),
    ...others.map((node) => `${node.label}: ${describeShown(node, latest)}`),
  ].join("; ");
  const isLost = others.some(({ storeId, number }) => storeId === latest.storeId && number > latest.number);
  if (isLost) return failure("nodes", detail);
  return silent.length + others.length > 0 ? warning("nodes", detail) : ok("nodes", detail);
}

/** Inspects each of several hosts, so that a standby that could not take over is noticed before a failover. */
async function inspectHosts(login: DatabaseLogin): Promise<DiagnosticResult[]> {
  const { hosts } = login.address;
  if (hosts.length === 1) return [];
  const states = await Promise.all(
    hosts.map(async (host) => {
      const reached = await connectTo(host, login, hostLimits);
      if (typeof reached === "string") return reached;
      reached.close();
      return "it takes writes";
    }),
  );
  const detail = hosts.map(({ host, port }, index) => `${host}:${port}: ${states[index]}`).join("; ");
  const areFit = states.every((state) => state === isStandby || state === "it takes writes");
  return [(areFit ? ok : warning)("hosts", detail)];
}
