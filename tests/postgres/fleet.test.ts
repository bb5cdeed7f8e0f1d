import { randomUUID } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { fileFor } from "../../data/cache/last-known-good.ts";
import { postgresBackend } from "../../data/postgres/backend.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { loginAt, newSchemaUrl } from "../support/postgres/schema.ts";
import { sql } from "../support/postgres/sql.ts";
import { readiness } from "../support/service/service.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";
import { keptWith, noticeWith, signed } from "../support/texts/notices.ts";

const cluster = sharedCluster();

/** A place for a store, and what works on it. */
function newFleet() {
  const url = newSchemaUrl(cluster.port);
  const schema = new URL(url).searchParams.get("schema") ?? "";
  const settings = { DATABASE: url, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "anna" };
  const known = (STATE_DIR: string, storeId: string) =>
    fileFor(readInstallation({ ...settings, STATE_DIR }).lastKnownGood, { storeId });
  const env = { ...process.env, ...settings };
  return {
    url,
    schema,
    env,
    run: (...args: string[]) => notice(env, args),
    backend: postgresBackend(loginAt(url)),
    /** Starts a node, which remembers what it is told to. */
    async node(name: string, remembered?: { store?: string | undefined }): Promise<ServiceHere> {
      const STATE_DIR = temporaryFolder();
      if (remembered) writeFileSync(known(STATE_DIR, remembered.store ?? ""), signed(remembered));
      return serveHere({ ...settings, STATE_DIR, NODE_NAME: name });
    },
    tables: () => sql(cluster.port, `SELECT * FROM pg_tables WHERE schemaname = '${schema}'`),
    storeId: async () => (await sql<{ id: string }>(cluster.port, `SELECT id FROM ${schema}.store`))[0]?.id,
    revisions: () => sql(cluster.port, `SELECT * FROM ${schema}.revision ORDER BY revision`),
    alter: (text: string) => sql(cluster.port, text.replaceAll("AT.", `${schema}.`)),
  };
}

async function titleOn({ url }: ServiceHere): Promise<string> {
  return ((await (await fetch(`${url}/api/notice`)).json()) as { title: string }).title;
}

const isUp = (node: ServiceHere, revision: number) =>
  vi.waitFor(async () => expect(await readiness(node)).toMatchObject({ store: "up", revision }), patient);

it("says that a role may not connect to its database", async () => {
  const statements = ["CREATE DATABASE closed", "REVOKE CONNECT ON DATABASE closed FROM PUBLIC"];
  for (const text of [...statements, "CREATE ROLE outside LOGIN"]) await sql(cluster.port, text);
  const DATABASE = `postgres://outside@127.0.0.1:${cluster.port}/closed`;
  const { stderr } = await notice({ ...process.env, DATABASE, STATE_DIR: temporaryFolder() }, ["show"]);
  expect(stderr).toContain("(it does not let the role in)");
});

describe("a fleet", () => {
  it("begins with the first node in an empty database, and a change is named with who shows it", async () => {
    const fleet = newFleet();
    const [a, b] = await Promise.all([fleet.node("a"), fleet.node("b")]);
    await Promise.all([isUp(a, 1), isUp(b, 1)]);
    expect(await fleet.revisions()).toMatchObject([{ revision: 1, author: "backsoon" }]);

    const set = await fleet.run("set", "--title", "Both", "--wait", "1m");
    expect(set).toMatchObject({ code: 0, stderr: "" });
    expect(set.stdout).toContain("Revision 2 is published on 2 of 2 nodes.");
    expect([await titleOn(a), await titleOn(b)]).toEqual(["Both", "Both"]);
    const nodes = await fleet.run("nodes");
    expect(nodes.stdout).toMatch(/^a {2}revision 2 {2}running {2}\S+\nb {2}revision 2 {2}running {2}\S+\n$/);
  });

  it("is not begun by a node that remembers a notice: it shows that, and names what a person can do", async () => {
    const fleet = newFleet();
    const a = await fleet.node("a", { ...keptWith({ title: "Known" }, 7), store: randomUUID() });
    expect(await titleOn(a)).toBe("Known");
    await vi.waitFor(
      async () =>
        expect(await readiness(a)).toMatchObject({
          store: "down",
          revision: 7,
          downSince: expect.any(String),
        }),
      patient,
    );
    expect(await fleet.tables()).toEqual([]);
    expect((await fleet.run("show")).stderr).toMatch(
      /^There is no notice store at postgres:.*: create it with `npx notice init` or restore a backup with `npx notice restore FILE`\.\n$/,
    );
    // What somebody else makes without a memory counts for nothing, and nothing is written over.
    expect((await fleet.run("init")).stdout).toContain("is ready with revision 1 from");
    const behind = { store: "down", reason: "behind", revision: 7 };
    await vi.waitFor(async () => expect(await readiness(a)).toMatchObject(behind), patient);
    expect(await titleOn(a)).toBe("Known");
    const b = await fleet.node("b");
    await isUp(b, 1);
    await vi.waitFor(
      async () => expect((await fleet.run("nodes")).stdout).toContain("a  revision 7 of"),
      patient,
    );
    expect(await fleet.run("set", "--message", "x")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "The database has a new store, and visitors of a see revision 7 of another, whose text is not known here: publish a whole notice with `npx notice apply FILE`.\n",
    });
    const file = join(temporaryFolder(), "notice.json");
    writeFileSync(file, JSON.stringify(noticeWith({ title: "Whole" })));
    const applied = await fleet.run("apply", file, "--wait", "1m");
    expect(applied.stdout).toContain("Revision 8 is published on 2 of 2 nodes.");
    expect([await titleOn(a), await titleOn(b)]).toEqual(["Whole", "Whole"]);
  });

  it("starts a change from what this machine remembers where the store is new, also after its host has changed", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    await fleet.run("set", "--message", "Back at ten");
    await fleet.alter(`DROP SCHEMA ${fleet.schema} CASCADE`);
    // Somebody without a memory makes another.
    const elsewhere = { ...fleet.env, STATE_DIR: temporaryFolder() };
    expect((await notice(elsewhere, ["init"])).code).toBe(0);
    const renamed = { ...fleet.env, DATABASE: fleet.url.replace("127.0.0.1", "localhost") };
    expect((await notice(renamed, ["show"])).stdout).toMatch(
      /\nIt is from .*\.json: .*\n(?:.*\n)*Message: +Back at ten/,
    );
    const set = await notice(renamed, ["set", "--expected-return", "soon", "--json"]);
    expect(JSON.parse(set.stdout)).toMatchObject({
      revision: 2,
      notice: { message: "Back at ten", expectedReturn: "soon" },
      from: expect.stringMatching(/\.json$/),
    });
    // By now somebody has written it, and each store has its own file.
    expect((await notice(renamed, ["show"])).stdout).not.toContain("It is from");
    const kept = readdirSync(fleet.env.STATE_DIR).filter((name) => name.includes("last-known-good"));
    expect(kept).toHaveLength(2);
  });

  it("goes on after a failover that lost revisions: the higher number is newer, and what is lost is named", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    await fleet.run("set", "--title", "Stored");
    const a = await fleet.node("a", { ...keptWith({ title: "Known" }, 9), store: await fleet.storeId() });
    await vi.waitFor(async () => expect((await fleet.run("nodes")).stdout).toContain("revision 9"), patient);
    expect((await fleet.run("nodes")).stdout).toContain(
      "revision 9, which the store does not have: publish again",
    );
    expect((await fleet.run("check")).stdout).toMatch(
      /^FAILURE nodes: 1 running; a: revision 9, which the store does not have: publish again$/m,
    );
    expect(await readiness(a)).toMatchObject({ store: "down", reason: "behind", revision: 9 });
    expect(await readiness(a)).not.toHaveProperty("downSince");
    // One that remembers nothing shows what the database has.
    const b = await fleet.node("b");
    await isUp(b, 2);
    expect(a.log().filter(({ msg }) => msg.startsWith("The store has lost"))).toHaveLength(1);

    const missed =
      "Visitors of a saw a later text (revision 9), which the database has lost. This change builds on revision 2.";
    const late = await fleet.run("set", "--message", "Late", "--wait", "1m", "--json");
    expect([late.code, late.stderr]).toEqual([0, `${missed}\n`]);
    expect(JSON.parse(late.stdout)).toMatchObject({
      revision: 10,
      notice: { title: "Stored", message: "Late" },
      warnings: [missed],
      nodes: { live: [{}, {}], others: [] },
    });
    for (const node of [a, b]) {
      expect(await titleOn(node)).toBe("Stored");
      await isUp(node, 10);
      expect(await readiness(node)).not.toHaveProperty("reason");
    }
  });

  it("publishes what the database says already, if visitors see a revision that it has lost", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    await fleet.run("set", "--title", "Stored");
    const a = await fleet.node("a", { ...keptWith({ title: "Lost" }, 9), store: await fleet.storeId() });
    await vi.waitFor(async () => expect((await fleet.run("nodes")).stdout).toContain("revision 9"), patient);
    const again = ["rollback", "2", "--wait", "1m"];
    expect((await fleet.run(...again, "--dry-run")).stdout).toContain("This would follow revision 2.\n");
    expect((await fleet.run(...again)).stdout).toMatch(/^Revision 10 is published on 1 of 1 node\.\n/);
    expect(await titleOn(a)).toBe("Stored");
    expect((await fleet.run(...again)).stdout).toContain("Nothing to change: revision 10 already says this.");
  });

  it("says which nodes may still show an older text, and fails for those that reported within a minute", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    const [id, late] = [randomUUID(), randomUUID()];
    const report = (id: string, label: string, silent: string) =>
      fleet.alter(
        `INSERT INTO AT.instance SELECT '${id}', '${label}', id, 1, '', clock_timestamp() - interval '${silent}' FROM AT.store`,
      );
    await report(id, "gone", "70 s");
    await report(late, "late", "20 s");
    const silent =
      "Revision 2 is published, without waiting for nodes that have been silent for a minute: gone may still show revision 1 (silent for 1 min). Remove nodes that are gone for good with `npx notice nodes forget`.\n";
    const set = await fleet.run("set", "--title", "Two");
    expect(set.stdout).toContain("Revision 2 is published on 0 of 2 nodes.");
    // Both have been silent for a little longer by then.
    const asReported = (text: string) =>
      text.replace(/\b[2-5]\d(?= seconds)/, "20").replace(/\b[2-9](?= min\))/, "1");
    expect([set.code, asReported(set.stderr)]).toEqual([
      1,
      `${silent}Revision 2 is published, but some nodes may not show it yet (late may still show revision 1 (silent for 20 seconds)): look with \`npx notice nodes\`, and remove nodes that are gone for good with \`npx notice nodes forget\`.\n`,
    ]);
    expect((await fleet.run("nodes", "forget", "late")).stdout).toBe(`Removed: late  ${late}\n`);
    const json = await fleet.run("set", "--title", "Two and a half", "--json");
    expect([json.code, asReported(json.stderr)]).toEqual([0, silent.replace("Revision 2", "Revision 3")]);
    expect(JSON.parse(json.stdout).nodes).toMatchObject({
      live: [],
      others: [{ id, number: 1 }],
      silent: [{ id, label: "gone" }],
    });
    expect((await fleet.run("set", "--title", "Three", "--no-wait")).code).toBe(0);
    expect((await fleet.run("nodes", "forget", "--silent", "1h")).stdout).toBe(
      "No such node is on the list.\n",
    );
    expect((await fleet.run("nodes", "forget", "--silent", "1m")).stdout).toBe(`Removed: gone  ${id}\n`);
    expect((await fleet.run("nodes")).stdout).toBe("No node is running.\n");
    expect((await fleet.run("set", "--title", "Four")).stdout).toContain(
      "Revision 5 is published. No node is running.",
    );
  });

  it("says of each node whether it shows what the store has under that number", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    const shown = (label: string, store: string, number: number, sum: string) =>
      fleet.alter(
        `INSERT INTO AT.instance SELECT '${randomUUID()}', '${label}', ${store}, ${number}, ${sum}, clock_timestamp() FROM AT.store, AT.revision`,
      );
    const none = `'${"0".repeat(64)}'`;
    await shown("a", "id", 1, "sha256");
    await shown("b", "id", 1, none);
    await shown("c", "id", 7, none);
    await shown("d", `'${randomUUID()}'::uuid`, 50, none);
    await shown("e", "NULL", 0, "''");
    const lines = (await fleet.run("nodes")).stdout.split("\n").map((line) => line.split("  ")[1]);
    expect(lines).toEqual([
      "revision 1",
      expect.stringMatching(
        /^revision 1 with another text \(1-00000000, where the store has 1-[0-9a-f]{8}\)$/,
      ),
      "revision 7, which the store does not have: publish again",
      "revision 50 of another store",
      "has not shown a revision yet",
      undefined,
    ]);
  });

  it("forgets none that runs, and of several with one name the silent ones alone", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    const seen = async (label: string, number: number, silent: string): Promise<string> => {
      const id = randomUUID();
      await fleet.alter(
        `INSERT INTO AT.instance SELECT '${id}', '${label}', id, ${number}, '', clock_timestamp() - interval '${silent}' FROM AT.store`,
      );
      return id;
    };
    await seen("a", 3, "1 s");
    const gone = await seen("a", 9, "20 s");
    await seen("b", 2, "8 s");
    expect(await fleet.run("nodes", "forget", "a")).toEqual({
      code: 0,
      stdout: `Removed: a  ${gone}\n`,
      stderr: "",
    });
    // However long the commands before took.
    await fleet.alter("UPDATE AT.instance SET seen_at = clock_timestamp() - interval '8 s'");
    for (const filter of [["b"], ["--silent", "8s"]])
      expect(await fleet.run("nodes", "forget", ...filter)).toMatchObject({ code: 1, stdout: "" });
    expect(await fleet.run("nodes", "forget", "c")).toMatchObject({ code: 2, stdout: "" });
  });

  it("moves from SQLite and back, equal row by row", async () => {
    const folder = temporaryFolder();
    const file = { ...process.env, DATABASE: join(folder, "notice.db"), NOTICE_AUTHOR: "björn" };
    await notice(file, ["init"]);
    for (const title of ["Zwei", "三", "🛠"]) await notice(file, ["set", "--title", title]);
    await notice(file, ["backup", join(folder, "a.db")]);

    const fleet = newFleet();
    const a = await fleet.node("a");
    await isUp(a, 1);
    const restored = await fleet.run("restore", join(folder, "a.db"), "--wait", "1m");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toMatch(
      /^Revision 4 is published: postgres:.* has the whole history of the backup\. All sign-ins have ended\.\n$/,
    );
    // It was waited for.
    expect(await titleOn(a)).toBe("🛠");
    expect((await fleet.run("backup", join(folder, "b.db"))).code).toBe(0);

    const back = { ...file, DATABASE: join(folder, "back.db") };
    await notice(back, ["init"]);
    expect((await notice(back, ["restore", join(folder, "b.db")])).code).toBe(0);
    const history = async (env: NodeJS.ProcessEnv) =>
      JSON.parse((await notice(env, ["history", "--json"])).stdout);
    expect(await history(back)).toEqual(await history(file));
    expect(await history(fleet.env)).toEqual(await history(file));
    // A store that ops have changed since keeps its history, and gets the notice as a new revision.
    const again = await fleet.run("restore", join(folder, "a.db"), "--no-wait");
    expect(again.stdout).toContain("Nothing to change: revision 4 already says this.");
  });
});

describe("commands without a fleet", () => {
  it("say that a store in a file has no nodes, and wait for none", async () => {
    const env = { ...process.env, DATABASE: join(temporaryFolder(), "notice.db") };
    await notice(env, ["init"]);
    expect((await notice(env, ["set", "--title", "x", "--wait", "10s"])).stdout).toContain(
      "Revision 2 is published.",
    );
    expect(await notice(env, ["nodes"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no nodes"),
    });
    expect(await notice(env, ["nodes", "forget", "a"])).toMatchObject({ code: 2 });
    expect(readdirSync(".").filter((name) => name.startsWith("postgres"))).toEqual([]);
  });
});
