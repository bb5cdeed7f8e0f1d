import Database from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { serialize } from "../../../../schema/notice/notice.ts";
import { sharedEditor } from "../../../support/service/editor-here.ts";
import { type Writer, writing } from "../../../support/service/writing.ts";
import { insertRow } from "../../../support/store/forged-backup.ts";
import { maxTitle, overlong } from "../../../support/texts/notices.ts";

const editor = sharedEditor(() => ({ folder: undefined }));
let api: Writer;
beforeAll(async () => {
  api = writing(editor(), await editor().addToken("Limits"));
  const db = new Database(editor().database);
  insertRow(db, { revision: 2, body: serialize(overlong) });
  db.close();
});

const errors = [
  {
    detail: `"title" has ${maxTitle + 10} characters, and at most ${maxTitle} are allowed: shorten it by 10.`,
    pointer: "#/title",
  },
];

describe("a notice that was published before a limit", () => {
  it("is given, with its place in the history", async () => {
    expect((await api.get("/api/notice")).json()).toEqual(overlong);
    expect((await api.get("/api/revisions/2")).json()).toMatchObject({
      notice: overlong,
      changed: ["title"],
    });
    const { revisions } = (await api.get("/api/revisions")).json();
    expect(revisions[0]).toMatchObject({ revision: 2, title: overlong.title });
    expect(revisions[0]).not.toHaveProperty("damage");
  });

  it("lets no change keep what breaks the limit, and says where that is", async () => {
    for (const ask of [
      () => api.patch({ message: "Back at nine." }),
      () => api.put({ ...overlong, message: "Back at nine." }, { "If-Match": "*" }),
      () => api.rollBack(2),
    ]) {
      const reply = await ask();
      expect([reply.statusCode, reply.json().errors]).toEqual([422, errors]);
    }
  });

  it("is followed by one that corrects it, and cannot be rolled back to", async () => {
    const reply = await api.patch({ title: "Moving" }, { "If-Match": await api.etag() });
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      expect.objectContaining({ revision: 3, published: true, changed: ["title"] }),
    ]);
    const back = await api.rollBack(2);
    expect([back.statusCode, back.json().errors]).toEqual([422, errors]);
  });
});
