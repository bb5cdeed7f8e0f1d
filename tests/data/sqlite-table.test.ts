import { describe, expect, it } from "vitest";
import { serialize } from "../../schema/notice/notice.ts";
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

describe("The SQLite table of revisions", () => {
  it.each([
    ["a notice that is turned off", insert({ body: '{"isEnabled":false}' }), /CHECK constraint/],
    ["a notice without isEnabled", insert({ body: "{}" }), /CHECK constraint/],
    ["a number that is taken", insert({ revision: 1 }), /a revision follows the latest one/],
    [
      "a revision in place of another",
      insert({ revision: 1 }, "REPLACE"),
      /a revision follows the latest one/,
    ],
    ["a changed row", "UPDATE revision SET author = 'eve'", /a revision is never changed/],
    ["a deleted row", "DELETE FROM revision", /a revision is never deleted/],
  ])("refuses %s by any program", async (_name, sql, message) => {
    const file = await newStore();
    expect(() => alter(file, sql)).toThrow(message);
    expect((await opened(file).latest()).number).toBe(1);
  });

  it("refuses to replace the revision of an earlier request", async () => {
    const file = await newStore();
    const request = read(file, "SELECT request_id FROM revision");
    expect(() => alter(file, insert({ request_id: request }, "REPLACE"))).toThrow(/a request is stored once/);
  });
});
