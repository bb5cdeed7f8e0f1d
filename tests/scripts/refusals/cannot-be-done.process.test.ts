import { spawnSync } from "node:child_process";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { notice } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";
import { temporaryFolder } from "../../support/folder.ts";

describe("Exit code 1", () => {
  it.each([["show"], ["set", "--title", "x"]])("means that there is no store: %s", async (...args) => {
    const database = join(temporaryFolder(), "notice.db");
    const { code, stdout, stderr } = await notice({ ...process.env, DATABASE: database }, args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `There is no notice store at ${database}: create it with \`npx notice init\`, restore a backup with \`npx notice restore FILE\`, or set DATABASE to the right path.\n`,
    );
  });

  it("means that a setting of the command is wrong", async () => {
    const { env } = await prepared();
    const { code, stderr } = await notice({ ...env, DATABASE: "a\nb" }, ["show"]);
    expect([code, stderr]).toEqual([
      1,
      "DATABASE must be the path of a file, or the URL of a database without its password: correct it in the environment or in .env.\n",
    ]);
    expect((await notice({ ...env, PORT: "tcp://10.0.0.1:80" }, ["set", "--title", "x"])).code).toBe(0);
  });

  it("means that the output could not be written, although the change was made", async () => {
    const { env, document } = await prepared();
    const script = "node scripts/bin.mjs set --title x > /dev/full";
    const { status, stderr } = spawnSync("sh", ["-c", script], { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      "The output could not be written (ENOSPC), but the command was carried out.\n",
    ]);
    expect(await document()).toMatchObject({ title: "x" });
  });

  it("means for `backsoon` that the output could not be written", () => {
    const run = (line: string) => {
      const script = `node dist/node/scripts/backsoon.js ${line}`;
      const { status, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
      return [status, stderr];
    };
    expect(run("--help > /dev/full")).toEqual([
      1,
      "The output could not be written (ENOSPC), but the command was carried out.\n",
    ]);
    expect(run("frob 2> /dev/full")).toEqual([2, ""]);
  });

  it("does not mean that only a remark could not be written", async () => {
    const { env, document } = await prepared();
    const script = "node scripts/bin.mjs set --expected-return 'around 9' 2> /dev/full";
    const { status, stdout } = spawnSync("sh", ["-c", script], { env, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringContaining("Revision 2 is published.")]);
    expect(await document()).toMatchObject({ expectedReturn: "around 9" });
    expect(spawnSync("sh", ["-c", "node scripts/bin.mjs frob 2> /dev/full"], { env }).status).toBe(2);
  });

  it("means that another process locked the store for five seconds", async () => {
    const { run, database } = await prepared();
    const db = new Database(database);
    onTestFinished(() => void db.close());
    db.exec("BEGIN IMMEDIATE");
    // Time passes fifty times as fast: five seconds are a tenth of one.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => 50 * now());
    const { code, stderr } = await run("set", "--title", "x");
    clock.mockRestore();
    expect([code, stderr]).toEqual([
      1,
      `The notice store ${database} is locked by another process. Nothing was changed: try again in a moment.\n`,
    ]);
    db.exec("COMMIT");
    expect((await run("set", "--title", "x")).code).toBe(0);
  });

  it("does not mean that the store lost revisions: changes build on what visitors see", async () => {
    const { run, database, document } = await prepared();
    for (const title of ["two", "three"]) await run("set", "--title", title);
    const db = new Database(database);
    db.exec("DROP TRIGGER revision_stays; DELETE FROM revision WHERE revision > 1");
    db.close();
    const known = `${database}.last-known-good.json`;
    expect((await run("show")).stdout).toMatch(
      /^Revision 3, .*\nIt is from .*last-known-good\.json: the store does/,
    );
    // The store does not have it, although visitors see it already.
    const again = await run("set", "--title", "three", "--dry-run");
    expect(again.stdout).toContain("This would follow revision 3.\nIt builds on");
    expect((await run("set", "--title", "x", "--if-revision", "3")).code).toBe(3);
    expect(await run("set", "--message", "x", "--if-revision", "1")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(`^Revision 4 is published\\.\n\\+ message: x\nIt builds on revision 3 from ${known}`),
      ),
    });
    expect(await document()).toMatchObject({ title: "three", message: "x" });
  });
});
