import { randomUUID } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileFor } from "../../data/cache/last-known-good.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { notice, refusal } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { envFor, newSchema } from "../support/postgres/schema.ts";
import { readiness } from "../support/service/service.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";
import { keptWith, noticeWith, signed } from "../support/texts/notices.ts";

const cluster = sharedCluster();

/** A place for a store, its commands and its nodes. */
function newFleet() {
  const place = newSchema(cluster().port);
  const { env } = place;
  return {
    ...place,
    run: (...args: string[]) => notice(env, args),
    /** Starts a node with a last known good notice. */
    async node(name: string, remembered?: { store?: string | undefined }): Promise<ServiceHere> {
      const STATE_DIR = temporaryFolder();
      const settings = { DATABASE: place.url, STATE_DIR, NODE_NAME: name };
      const { lastKnownGood } = readInstallation(settings);
      if (remembered)
        writeFileSync(fileFor(lastKnownGood, { storeId: remembered.store ?? "" }), signed(remembered));
      return serveHere(settings);
    },
    listed: (text: string) =>
      expect.poll(async () => (await notice(env, ["nodes"])).stdout, patient).toContain(text),
    storeId: async () => (await place.alter("SELECT id FROM store"))[0]?.id,
    /** Reports revision 1 of the store, or another, as a node does. Returns the id of the node. */
    async report(label: string, silent: string, shown = "id, 1, ''"): Promise<string> {
      const id = randomUUID();
      await place.alter(
        `INSERT INTO instance SELECT '${id}', '${label}', ${shown}, clock_timestamp() - interval '${silent}' FROM store`,
      );
      return id;
    },
  };
}

const titleOn = async ({ url }: ServiceHere) =>
  ((await (await fetch(`${url}/api/notice`)).json()) as { title: string }).title;

const isUp = (node: ServiceHere, revision: number) =>
  expect.poll(() => readiness(node), patient).toMatchObject({ store: "up", revision });

describe("A fleet", () => {
  it("creates its store by the first node, and shows a change on both nodes", async () => {
    const fleet = newFleet();
    const nodes = await Promise.all([fleet.node("a"), fleet.node("b")]);
    for (const node of nodes) await isUp(node, 1);
    expect(await fleet.alter("SELECT * FROM revision")).toMatchObject([{ revision: 1, author: "backsoon" }]);
    const both = await fleet.run("set", "--title", "Both", "--wait", "1m");
    expect(both).toMatchObject({ code: 0, stderr: "" });
    expect(both.stdout).toContain("Revision 2 is published on 2 of 2 nodes.");
    for (const node of nodes) expect(await titleOn(node)).toBe("Both");
    const list = /^a {2}revision 2 {2}running {2}\S+\nb {2}revision 2 {2}running {2}\S+\n$/;
    expect((await fleet.run("nodes")).stdout).toMatch(list);
  });

  it("does not create a store by a node with a last known good notice, until a person publishes", async () => {
    const fleet = newFleet();
    const a = await fleet.node("a", { ...keptWith({ title: "Known" }, 7), store: randomUUID() });
    expect(await titleOn(a)).toBe("Known");
    const isDown = (report: object) =>
      expect.poll(() => readiness(a), patient).toMatchObject({ store: "down", revision: 7, ...report });
    await isDown({ downSince: expect.any(String) });
    expect(await fleet.backend.latestNumber()).toBeUndefined();
    expect((await fleet.run("show")).stderr).toMatch(/^There is no notice store at postgres:/);
    // A new store that nobody has published to does not replace what visitors see.
    expect((await fleet.run("init")).stdout).toContain("is ready with revision 1 from");
    await isDown({ reason: "behind" });
    expect(await titleOn(a)).toBe("Known");
    const b = await fleet.node("b");
    await isUp(b, 1);
    await fleet.listed("a  revision 7 of");
    const refused = refusal("visitors of a see revision 7 of another", 1);
    expect(await fleet.run("set", "--message", "x")).toEqual(refused);
    const file = join(temporaryFolder(), "notice.json");
    writeFileSync(file, JSON.stringify(noticeWith({ title: "Whole" })));
    const applied = await fleet.run("apply", file, "--wait", "1m");
    expect(applied.stdout).toContain("Revision 8 is published on 2 of 2 nodes.");
    expect([await titleOn(a), await titleOn(b)]).toEqual(["Whole", "Whole"]);
  });

  it("publishes to a new store from the machine's last known good notice, even if the host was renamed", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    await fleet.run("set", "--message", "Back at ten");
    await fleet.alter(`DROP SCHEMA ${fleet.schema} CASCADE`);
    // Another machine creates a new store.
    expect((await notice(envFor(fleet.url), ["init"])).code).toBe(0);
    const renamed = { ...fleet.env, DATABASE: fleet.url.replace("127.0.0.1", "localhost") };
    const shown = (await notice(renamed, ["show"])).stdout;
    expect(shown).toMatch(/\nIt is from .*\.json: .*\n(?:.*\n)*Message: +Back at ten/);
    const set = await notice(renamed, ["set", "--expected-return", "soon", "--json"]);
    const changed = { message: "Back at ten", expectedReturn: "soon" };
    const from = expect.stringMatching(/\.json$/);
    expect(JSON.parse(set.stdout)).toMatchObject({ revision: 2, notice: changed, from });
    // The new store has been published to, and each store has its own file.
    expect((await notice(renamed, ["show"])).stdout).not.toContain("It is from");
    const kept = readdirSync(fleet.env.STATE_DIR).filter((name) => name.includes("last-known-good"));
    expect(kept).toHaveLength(2);
  });

  it("names the lost revisions after a failover, and publishes with a higher number", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    await fleet.run("set", "--title", "Stored");
    const a = await fleet.node("a", { ...keptWith({ title: "Known" }, 9), store: await fleet.storeId() });
    await fleet.listed("revision 9, which the store does not have: publish again");
    const { stdout } = await fleet.run("check");
    expect(stdout).toMatch(/^FAILURE nodes: 1 running; a: revision 9, which the store .* publish again$/m);
    expect(await readiness(a)).toMatchObject({ store: "down", reason: "behind", revision: 9 });
    expect(await readiness(a)).not.toHaveProperty("downSince");
    // A new node shows what the database has.
    const b = await fleet.node("b");
    await isUp(b, 2);
    expect(a.log().filter(({ msg }) => msg.startsWith("The store has lost"))).toHaveLength(1);

    // Even the text of the database can be published again, because visitors see another.
    const again = await fleet.run("rollback", "2", "--dry-run");
    expect(again.stdout).toContain("This would follow revision 2.\n");
    const missed = expect.stringMatching(
      /^Visitors of a saw a later text \(revision 9\), .* builds on revision 2\.\s?$/,
    );
    const late = await fleet.run("set", "--message", "Late", "--wait", "1m", "--json");
    expect(late).toMatchObject({ code: 0, stderr: missed });
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

  it("names the nodes that may show an older text, and fails for those that reported within a minute", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    const id = await fleet.report("gone", "70 s");
    const late = await fleet.report("late", "20 s");
    const silent = /is published, without waiting .*: gone may still show revision 1 \(silent for \d min\)/;
    const set = await fleet.run("set", "--title", "Two");
    expect(set).toMatchObject({ code: 1, stderr: expect.stringMatching(silent) });
    expect(set.stdout).toContain("Revision 2 is published on 0 of 2 nodes.");
    expect(set.stderr).toMatch(/not show it yet \(late may still show revision 1 \(silent for \d+ sec/);
    expect((await fleet.run("nodes", "forget", "late")).stdout).toBe(`Removed: late  ${late}\n`);
    const json = await fleet.run("set", "--title", "Two and a half", "--json");
    expect(json).toMatchObject({ code: 0, stderr: expect.stringMatching(silent) });
    const others = { others: [{ id, number: 1 }], silent: [{ id, label: "gone" }] };
    expect(JSON.parse(json.stdout).nodes).toMatchObject({ live: [], ...others });
    expect((await fleet.run("set", "--title", "Three", "--no-wait")).code).toBe(0);
    const forget = async (silent: string) => (await fleet.run("nodes", "forget", "--silent", silent)).stdout;
    expect(await forget("1h")).toBe("No such node is on the list.\n");
    expect(await forget("1m")).toBe(`Removed: gone  ${id}\n`);
    expect((await fleet.run("nodes")).stdout).toBe("No node is running.\n");
    const alone = (await fleet.run("set", "--title", "Four")).stdout;
    expect(alone).toContain("Revision 5 is published. No node is running.");
  });

  it("lists for each node whether it shows the revision of the store", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    const none = `'${"0".repeat(64)}'`;
    await fleet.report("a", "0 s", "id, 1, (SELECT sha256 FROM revision)");
    await fleet.report("b", "0 s", `id, 1, ${none}`);
    await fleet.report("c", "0 s", `id, 7, ${none}`);
    await fleet.report("d", "0 s", `'${randomUUID()}'::uuid, 50, ${none}`);
    await fleet.report("e", "0 s", "NULL, 0, ''");
    const lines = (await fleet.run("nodes")).stdout.split("\n").map((line) => line.split("  ")[1]);
    expect(lines).toEqual([
      "revision 1",
      expect.stringMatching(/^revision 1 with another text \(1-00000000, .* 1-[0-9a-f]{8}\)$/),
      "revision 7, which the store does not have: publish again",
      "revision 50 of another store",
      "has not shown a revision yet",
      undefined,
    ]);
  });

  it("forgets only silent nodes, also if a running node has the same name", async () => {
    const fleet = newFleet();
    await fleet.run("init");
    await fleet.report("a", "1 s", "id, 3, ''");
    const gone = await fleet.report("a", "20 s", "id, 9, ''");
    await fleet.report("b", "8 s", "id, 2, ''");
    const forgotten = { code: 0, stdout: `Removed: a  ${gone}\n`, stderr: "" };
    expect(await fleet.run("nodes", "forget", "a")).toEqual(forgotten);
    // The commands before may have taken seconds.
    await fleet.alter("UPDATE instance SET seen_at = clock_timestamp() - interval '8 s'");
    for (const filter of [["b"], ["--silent", "8s"]])
      expect(await fleet.run("nodes", "forget", ...filter)).toMatchObject({ code: 1, stdout: "" });
    expect(await fleet.run("nodes", "forget", "c")).toMatchObject({ code: 2, stdout: "" });
  });

  it("moves to PostgreSQL and back to SQLite with an equal history", async () => {
    const folder = temporaryFolder();
    const file = { ...process.env, DATABASE: join(folder, "notice.db"), NOTICE_AUTHOR: "björn" };
    const [there, back] = [join(folder, "a.db"), join(folder, "b.db")];
    await notice(file, ["init"]);
    for (const title of ["Zwei", "三", "🛠"]) await notice(file, ["set", "--title", title]);
    await notice(file, ["backup", there]);

    const fleet = newFleet();
    const a = await fleet.node("a");
    await isUp(a, 1);
    const restored = await fleet.run("restore", there, "--wait", "1m");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toMatch(/^Revision 4 is published: postgres:.* has the whole history/);
    expect(await titleOn(a)).toBe("🛠");
    expect((await fleet.run("backup", back)).code).toBe(0);

    const moved = { ...file, DATABASE: join(folder, "moved.db") };
    await notice(moved, ["init"]);
    expect((await notice(moved, ["restore", back])).code).toBe(0);
    const history = async (env: NodeJS.ProcessEnv) =>
      JSON.parse((await notice(env, ["history", "--json"])).stdout);
    const before = await history(file);
    expect([await history(fleet.env), await history(moved)]).toEqual([before, before]);
    const again = await fleet.run("restore", there, "--no-wait");
    expect(again.stdout).toContain("Nothing to change: revision 4 already says this.");
  });
});

it("Commands on a SQLite store say that it has no nodes, and wait for none", async () => {
  const run = (...args: string[]) => notice(env, args);
  const env = { ...process.env, DATABASE: join(temporaryFolder(), "notice.db") };
  await run("init");
  const set = await run("set", "--title", "x", "--wait", "10s");
  expect(set.stdout).toContain("Revision 2 is published.");
  expect(await run("nodes")).toMatchObject({ code: 2, stderr: expect.stringContaining("no nodes") });
  expect(await run("nodes", "forget", "a")).toMatchObject({ code: 2 });
});
