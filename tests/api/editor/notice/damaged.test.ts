import Database from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { outcomeOf, sharedEditor } from "../../../support/service/editor-here.ts";
import { type Writer, writing } from "../../../support/service/writing.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor(() => ({ folder: undefined }));
let api: Writer;
beforeAll(async () => {
  api = writing(editor(), await editor().addToken("Repairs"));
  await api.patch({ title: "two" });
  const db = new Database(editor().database);
  const damage = "UPDATE revision SET body = replace(body, 'two', 'twx') WHERE revision = 2";
  db.exec(`DROP TRIGGER revision_is_kept; ${damage}`).close();
});

const any = { "If-Match": "*" };
const next = noticeWith({ title: "Repaired" });
const dryRun = "/api/notice?dry-run=true";

describe("The editor, while the latest revision is damaged,", () => {
  it.each([
    ["validation", () => api.validate(next), next],
    ["a dry run of PUT", () => api.put(next, any, dryRun), next],
    ["a dry run of a rollback", () => api.rollBack("1", {}, "?dry-run=true"), noticeWith()],
  ])("shows the new notice without a comparison in %s", async (_name, ask, notice) => {
    const reply = await ask();
    expect([reply.statusCode, reply.json()]).toEqual([
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
    const { statusCode, json } = await api.validate({ ...next, title: "" });
    expect([statusCode, json().errors[0].pointer]).toEqual([422, "#/title"]);
  });

  it("refuses a change that depends on the damaged notice", async () => {
    const named = await api.put(next, { "If-Match": '"2-00000000"' }, dryRun);
    expect([named.statusCode, named.headers.etag]).toEqual([412, undefined]);
    expect(outcomeOf(await api.patch({ title: "x" }, {}, dryRun))).toEqual([503, "NOT_PUBLISHED"]);
  });

  it("accepts a whole notice, which repairs the store", async () => {
    const reply = (await api.put(next, any)).json();
    expect(reply).toMatchObject({ revision: 3, published: true, etag: await api.etag(), warnings: [] });
    expect((await api.validate(next)).json()).toMatchObject({ changed: [], warnings: [] });
  });
});
