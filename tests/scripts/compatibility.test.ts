import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { readLastKnownGood, writeLastKnownGood } from "../../data/cache/last-known-good.ts";
import type { Revision } from "../../data/store.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";

/** What version 0.1.0 wrote, before anything in the code was renamed. */
const fixture = (name: string) => join("tests/fixtures/0.1.0", name);
const written = (name: string) => JSON.parse(readFileSync(fixture(`${name}.json`), "utf8"));

/** A JSON value with its times, paths and sizes made alike: what is left is the same for ever. */
function lasting(value: unknown): unknown {
  const text = JSON.stringify(value, (key, field) => {
    if (["createdAt", "bytes", "detail"].includes(key)) return typeof field;
    return typeof field === "string" ? field.replace(/^.*\/(?=[\w.]+$)/, "") : field;
  });
  return JSON.parse(text);
}

/** A command whose store is in a folder of its own. */
function commandIn(folder: string) {
  const env = { ...process.env, DATABASE: join(folder, "notice.db"), NOTICE_AUTHOR: "anna" };
  return async (...args: string[]) => JSON.parse((await notice(env, args, { cwd: folder })).stdout);
}

describe("what an earlier version wrote is read:", () => {
  it("the last known good notice, from which a store is made that goes on", async () => {
    const known = readLastKnownGood(fixture("last-known-good.json"));
    const { revision, ...rest } = written("last-known-good");
    expect(known).toEqual({ number: revision, ...rest });

    const folder = temporaryFolder();
    copyFileSync(fixture("last-known-good.json"), join(folder, "notice.db.last-known-good.json"));
    const run = commandIn(folder);
    expect(await run("init", "--json")).toMatchObject({ created: true, revision: 4 });
    expect(await run("show", "--json")).toEqual(rest.notice);
  });

  it("the store, with its whole history", async () => {
    const folder = temporaryFolder();
    copyFileSync(fixture("store.db"), join(folder, "notice.db"));
    const run = commandIn(folder);
    expect(await run("history", "--json")).toEqual(written("history"));
    expect(await run("set", "--title", "On", "--json")).toMatchObject({ posted: true, revision: 4 });
  });
});

describe("what an earlier version wrote is written again", () => {
  it("byte for byte", async () => {
    const db = new Database(fixture("store.db"), { readonly: true });
    const bodies = db.prepare<[], string>("SELECT body FROM revision").pluck().all();
    db.close();
    expect(bodies).toHaveLength(3);
    expect(bodies.map((body) => serialize(checkNotice(JSON.parse(body))))).toEqual(bodies);
    const folder = temporaryFolder();
    const known = readLastKnownGood(fixture("last-known-good.json"));
    await writeLastKnownGood(join(folder, "known.json"), known as Revision);
    expect(readFileSync(join(folder, "known.json"), "utf8")).toBe(
      readFileSync(fixture("last-known-good.json"), "utf8"),
    );
  });
});

describe("the JSON that commands print has the keys of an earlier version, in their order:", () => {
  it("every one of them", async () => {
    const folder = temporaryFolder();
    const run = commandIn(folder);
    const expectAsWritten = async (name: string, ...args: string[]) => {
      const printed = lasting(await run(...args, "--json"));
      expect(JSON.stringify(printed)).toBe(JSON.stringify(lasting(written(name))));
    };
    await expectAsWritten("init", "init");
    const texts = ["--title", "Back at nine", "--message", "One.\nTwo."];
    await expectAsWritten(
      "set",
      "set",
      ...texts,
      "--as-given",
      "--expected-return",
      "2026-11-21T18:30:00+01:00",
    );
    await expectAsWritten("show", "show");
    await expectAsWritten("dry-run", "rollback", "1", "--dry-run");
    await run("set", "--contact-email", "ops@example.org", "--json");
    await expectAsWritten("history", "history");
    await expectAsWritten("backup", "backup", "b.db");
    const known = written("check").map(({ subject }: { subject: string }) => subject);
    const checked = await run("check", "--json");
    // There may be more to check than there was.
    const left = checked.filter(({ subject }: { subject: string }) => known.includes(subject));
    expect(JSON.stringify(lasting(left))).toBe(JSON.stringify(lasting(written("check"))));
    for (const part of ["", "-wal", "-shm", ".last-known-good.json"])
      rmSync(join(folder, `notice.db${part}`), { force: true });
    await expectAsWritten("restore", "restore", "b.db");
  });
});
