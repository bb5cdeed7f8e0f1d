import { spawnSync } from "node:child_process";
import { describe, expect, it, vi } from "vitest";
import { notice, refusal } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";
import { alter, locked } from "../../support/store/sqlite-file.ts";

const inShell = (env: NodeJS.ProcessEnv, script: string) =>
  spawnSync("sh", ["-c", `node ${script}`], { env, encoding: "utf8" });

describe("Exit code 1", () => {
  it("means that a setting of the command is wrong, but not a setting of the service", async () => {
    const { env } = await prepared();
    const wrong = await notice({ ...env, DATABASE: "a\nb" }, ["show"]);
    expect(wrong).toEqual(refusal("DATABASE must be the path of a file, or the URL of a database", 1));
    expect((await notice({ ...env, PORT: "tcp://10.0.0.1:80" }, ["set", "--title", "x"])).code).toBe(0);
  });

  it("means that the output could not be written, although the change was made", async () => {
    const { env, document } = await prepared();
    for (const command of ["scripts/bin.mjs set --title x", "dist/node/scripts/backsoon.js --help"])
      expect(inShell(env, `${command} > /dev/full`)).toMatchObject({
        status: 1,
        stderr: "The output could not be written (ENOSPC), but the command was carried out.\n",
      });
    expect(await document()).toMatchObject({ title: "x" });
    // A remark that could not be written changes no exit code.
    for (const [command, status] of [
      ["scripts/bin.mjs set --expected-return 'around 9'", 0],
      ["scripts/bin.mjs frob", 2],
      ["dist/node/scripts/backsoon.js frob", 2],
    ])
      expect(inShell(env, `${command} 2> /dev/full`).status).toBe(status);
    expect(await document()).toMatchObject({ expectedReturn: "around 9" });
  });

  it("means that another process locked the store for five seconds", async () => {
    const { run, database } = await prepared();
    const unlock = locked(database);
    // Time passes fifty times as fast: five seconds are a tenth of a second.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => 50 * now());
    const outcome = await run("set", "--title", "x");
    clock.mockRestore();
    expect(outcome).toEqual(refusal(`${database} is locked by another process. Nothing was changed`, 1));
    unlock();
    expect((await run("set", "--title", "x")).code).toBe(0);
  });

  it("does not mean that the store lost revisions: changes build on what visitors see", async () => {
    const { run, database, document } = await prepared();
    for (const title of ["two", "three"]) await run("set", "--title", title);
    alter(database, "DROP TRIGGER revision_stays; DELETE FROM revision WHERE revision > 1");
    const known = `${database}.last-known-good.json`;
    expect((await run("show")).stdout).toMatch(new RegExp(`^Revision 3, .*\nIt is from ${known}: the store`));
    // This title is a change of the store, although visitors see it already.
    const again = await run("set", "--title", "three", "--dry-run");
    expect(again.stdout).toContain("This would follow revision 3.\nIt builds on");
    expect((await run("set", "--title", "x", "--if-revision", "3")).code).toBe(3);
    const { code, stdout } = await run("set", "--message", "x", "--if-revision", "1");
    const published = "Revision 4 is published.\n+ message: x\nIt builds on revision 3";
    expect([code, stdout.split(" from ")[0]]).toEqual([0, published]);
    expect(await document()).toMatchObject({ title: "three", message: "x" });
  });
});
