import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { migrate } from "../../data/sqlite-file/format.ts";
import { createConnection } from "../../data/sqlite-file/open.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { temporaryFolder } from "../support/folder.ts";
import { alter, newStore, opened, read } from "../support/store/sqlite-file.ts";
import { noticeWith } from "../support/texts/notices.ts";

const insert = (columns: Record<string, unknown>, verb = "INSERT") => {
  const row = {
    revision: 2,
    body: serialize(noticeWith()),
    sha256: "0".repeat(64),
    author: "eve",
    created_at: "2026-11-21T10:00:00.000Z",
    request_id: "request",
    ...columns,
  };
  const values = Object.values(row).map((value) => (value === null ? "NULL" : `'${value}'`));
  return `${verb} INTO revision (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`;
};

describe("the table refuses, whoever writes:", () => {
  it.each([
    ["a notice that is turned off", insert({ body: '{"isEnabled":false}' }), /CHECK constraint/],
    ["a notice that does not say", insert({ body: "{}" }), /CHECK constraint/],
    ["a text that is no JSON", insert({ body: "{" }), /CHECK constraint|malformed JSON/],
    ["a number that is taken", insert({ revision: 1 }), /a revision follows the latest one/],
    ["a number below the latest", insert({ revision: 0 }), /a revision follows the latest one/],
    ["a negative number", insert({ revision: -1 }), /a revision follows the latest one/],
    ["no number", insert({ revision: null }), /a revision follows the latest one/],
    [
      "a revision in place of another",
      insert({ revision: 1 }, "REPLACE"),
      /a revision follows the latest one/,
    ],
    ["a revision without author", insert({ author: "" }), /CHECK constraint/],
    ["a time in another form", insert({ created_at: "yesterday" }), /CHECK constraint/],
    ["a wrong type", insert({ revision: "x" }), /cannot store TEXT|follows the latest|datatype mismatch/],
    ["a change", "UPDATE revision SET author = 'eve'", /a revision is never changed/],
    ["a deletion", "DELETE FROM revision", /a revision is never deleted/],
  ])("%s", async (_name, sql, message) => {
    const file = await newStore();
    expect(() => alter(file, sql)).toThrow(message);
    expect((await opened(file).latest()).number).toBe(1);
  });

  it("but not a number that leaves a gap", async () => {
    const file = await newStore();
    alter(file, insert({ revision: 41 }));
    expect(await opened(file).latestNumber()).toBe(41);
    expect(() => alter(file, insert({ revision: 40, request_id: "other" }))).toThrow(
      /follows the latest one/,
    );
  });

  it("a number that is not positive, in a table without rows", () => {
    const file = join(temporaryFolder(), "notice.db");
    const db = createConnection(file);
    migrate(db, file);
    db.close();
    for (const revision of [0, -1])
      expect(() => alter(file, insert({ revision }))).toThrow(/CHECK constraint/);
  });

  it("a revision in place of another one's request", async () => {
    const file = await newStore();
    const request = read(file, "SELECT request_id FROM revision");
    expect(() => alter(file, insert({ request_id: request }, "REPLACE"))).toThrow(/a request is stored once/);
    expect((await opened(file).find(1)).author).toBe("anna");
  });
});
