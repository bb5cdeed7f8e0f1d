import Database from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedEditor } from "../../../support/service/editor-here.ts";
import { type Writer, writing } from "../../../support/service/writing.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor(() => ({ folder: undefined }));
let api: Writer;
beforeAll(async () => {
  api = writing(editor(), await editor().addToken("Repairs"));
  await api.patch({ title: "two" });
  const db = new Database(editor().database);
  db.exec(
    "DROP TRIGGER revision_is_kept; UPDATE revision SET body = replace(body, 'two', 'twx') WHERE revision = 2",
  );
  db.close();
});

const any = { "If-Match": "*" };
const next = noticeWith({ title: "Repaired" });

describe("The editor, while the latest revision is damaged,", () => {
  it.each([
    ["validation", () => api.validate(next), next],
    ["a dry run of PUT", () => api.put(next, any, "/api/notice?dry-run=true"), next],
    ["a dry run of a rollback", () => api.rollBack("1", {}, "?dry-run=true"), noticeWith()],
  ])("shows the new notice without a comparison in %s", async (_name, ask, notice) => {
    const answer = await ask();
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        revision: 2,
        notice,
        published: false,
        changed: Object.keys(notice),
        difference: Object.entries(notice).map(([field, after]) => ({ field, after })),
        warnings: [expect.stringMatching(/^Revision 2, the latest, is damaged, .*`If-Match: \*`\.$/)],
      },
    ]);
  });

  it("names the faults of a document", async () => {
    const answer = await api.validate({ ...next, title: "" });
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([422, "#/title"]);
  });

  it("refuses a change that depends on the damaged notice", async () => {
    const named = await api.put(next, { "If-Match": '"2-00000000"' }, "/api/notice?dry-run=true");
    expect([named.statusCode, named.headers.etag]).toEqual([412, undefined]);
    expect(named.json().detail).toMatch(/^The latest revision is damaged .* `If-Match: \*`, or roll back /);
    const patched = await api.patch({ title: "x" }, {}, "/api/notice?dry-run=true");
    expect([patched.statusCode, patched.json().code]).toEqual([503, "NOT_PUBLISHED"]);
    expect(patched.json().detail).toContain("Revision 2 in the store is damaged");
  });

  it("accepts a whole notice, which repairs the store", async () => {
    const answer = await api.put(next, any);
    expect(answer.json()).toMatchObject({
      revision: 3,
      published: true,
      etag: await api.etag(),
      warnings: [],
    });
    expect((await api.validate(next)).json()).toMatchObject({ changed: [], warnings: [] });
  });
});
