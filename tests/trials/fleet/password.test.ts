import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { newSchemaUrl } from "../../support/postgres/schema.ts";
import { sql } from "../../support/postgres/sql.ts";
import { startService, timesTold } from "../../support/service/service.ts";
import { tracesOf } from "../../support/texts/secrets.ts";

const secret = `Sentinel-7-"&<+/=?%'\\~secret~7`;
const quotedSecret = secret.replaceAll("'", "''");
const cluster = sharedCluster({ access: ["host all guarded 127.0.0.1/32 scram-sha-256"] });

it("a password is in no line of a node's log, nor in a report of a process or of its crash", async () => {
  const url = newSchemaUrl(cluster.port).replace("postgres@", "guarded@");
  await sql(cluster.port, `CREATE ROLE guarded LOGIN SUPERUSER PASSWORD '${quotedSecret}'`);
  const env = () => ({
    ...process.env,
    DATABASE: url,
    DATABASE_PASSWORD: secret,
    STATE_DIR: temporaryFolder(),
  });
  expect((await notice(env(), ["init"])).code).toBe(0);
  const reports = temporaryFolder();
  const fault = join(reports, "fault.mjs");
  writeFileSync(fault, 'process.once("SIGUSR1", () => { throw new Error("planted"); });');
  const NODE_OPTIONS = `--import "${fault}" --report-on-signal --report-directory="${reports}"`;
  const settings = { DATABASE: url, STATE_DIR: temporaryFolder(), LOG_LEVEL: "trace", NODE_OPTIONS };
  const service = await startService({ ...settings, DATABASE_PASSWORD: secret });
  await vi.waitFor(async () => {
    const { stdout } = await notice(env(), ["nodes"]);
    expect(stdout.match(/revision 1/g)).toHaveLength(1);
  }, patient);
  // Those of commands go with them.
  const connections = "SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = 'guarded'";
  await vi.waitFor(async () => expect(await sql(cluster.port, connections)).toEqual([{ count: 1 }]), patient);
  const before = timesTold(service, "The store is down");
  await sql(cluster.port, "ALTER ROLE guarded PASSWORD 'another'");
  await sql(cluster.port, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guarded'");
  await vi.waitFor(() => expect(timesTold(service, "The store is down")).toBe(before + 1), patient);
  await sql(cluster.port, `ALTER ROLE guarded PASSWORD '${quotedSecret}'`);
  await vi.waitFor(() => expect(timesTold(service, "The store is up again")).toBe(before + 1), patient);
  const pids = [...new Set([service.pid, ...service.log().map(({ pid }) => pid)])];
  expect(pids).toHaveLength(1);
  for (const pid of pids) process.kill(pid, "SIGUSR2");
  const written = () =>
    readdirSync(reports)
      .filter((name) => name.endsWith(".json"))
      .map((name) => readFileSync(join(reports, name), "utf8"))
      .filter((text) => text.includes('"environmentVariables"'));
  await vi.waitFor(() => expect(written()).toHaveLength(1), patient);
  process.kill(pids.at(-1) ?? 0, "SIGUSR1");
  await vi.waitFor(() => expect(service.output().stdout).toContain("planted"), patient);
  await service.ended("SIGTERM");
  const { stdout, stderr } = service.output();
  for (const trace of tracesOf(secret))
    expect([stdout, stderr, ...written()].join("\n")).not.toContain(trace);
});
