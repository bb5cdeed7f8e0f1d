import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { NoticeStore, Revision } from "../../../../data/store.ts";
import type { Reply } from "../../../support/network/http.ts";
import { editHere, outcomeOf, sharedEditor } from "../../../support/service/editor-here.ts";
import { type Writer, writing } from "../../../support/service/writing.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor();
let token = "";
let api: Writer;
beforeAll(async () => {
  token = await editor().addToken("Deploys");
  api = writing(editor(), token);
});

async function latest(): Promise<Revision> {
  const store = await editor().backend.read();
  return store.latest().finally(() => store.close());
}

const put = (title: string) => (key: object) => api.put(noticeWith({ title }), { "If-Match": "*", ...key });
const withKey = (key: string = randomUUID(), headers = {}) => ({ "Idempotency-Key": key, ...headers });

describe("A change that is repeated with its Idempotency-Key", () => {
  it("gets its first reply, also after later changes and from another editor", async () => {
    const headers = withKey(randomUUID(), { "If-Match": await api.etag() });
    const notice = noticeWith({ title: "Once" });
    const first = await api.put(notice, headers);
    const { number } = await latest();
    expect(first.json()).toMatchObject({ revision: number, published: true });
    await api.patch({ title: "Somebody else" });
    const second = await editHere({ database: editor().database });
    for (const again of [await api.put(notice, headers), await writing(second, token).put(notice, headers)])
      expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await latest()).toMatchObject({ number: number + 1, notice: { title: "Somebody else" } });
  });

  it.each([
    ["patch", (key: object) => api.patch({ message: "Tagged", expectedReturn: null }, { ...key })],
    ["rollback", (key: object) => api.rollBack(1, { ...key })],
    ["document in another form of Unicode", put("A\u030angstrom")],
  ])("gets its first reply as a %s", async (_name, change) => {
    await api.patch({ title: randomUUID(), expectedReturn: "soon" });
    const headers = withKey();
    const first = await change(headers);
    await put("Somebody else")({});
    expect((await change(headers)).json()).toEqual(first.json());
  });

  it("is published once if all repeats come at the same time", async () => {
    const { number } = await latest();
    const headers = withKey();
    const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => api.patch({ title: "Six" }, headers)));
    for (const reply of replies) expect(reply.json()).toEqual(replies[0]?.json());
    expect(await latest()).toMatchObject({ number: number + 1 });
  });

  it("is a new request if it changed nothing", async () => {
    const { title } = (await latest()).notice;
    const headers = withKey(randomUUID(), { "If-Match": await api.etag() });
    expect((await api.patch({ title }, headers)).json()).toMatchObject({ published: false });
    await api.patch({ title: "Somebody else" });
    expect((await api.patch({ title }, headers)).statusCode).toBe(412);
  });

  it("is refused if the change differs, but accepted with another token", async () => {
    const key = randomUUID();
    await api.patch({ title: "One" }, withKey(key));
    const before = await latest();
    for (const reply of [
      await api.patch({ title: "Two" }, withKey(key)),
      await api.put(noticeWith({ title: "Another" }), withKey(key, { "If-Match": "*" })),
      await api.rollBack(1, withKey(key)),
    ])
      expect(outcomeOf(reply)).toEqual([422, "REQUEST_REUSED"]);
    expect(await latest()).toEqual(before);
    const other = writing(editor(), await editor().addToken("Status"));
    const reply = (await other.patch({ title: "Mine" }, withKey(key))).json();
    expect(reply).toMatchObject({ published: true, author: "Status", notice: { title: "Mine" } });
  });

  it("is tried again if it was refused", async () => {
    const key = randomUUID();
    const old = withKey(key, { "If-Match": '"1-00000000"' });
    expect((await api.patch({ title: "Third time" }, old)).statusCode).toBe(412);
    expect((await api.patch({ title: 7 }, withKey(key))).statusCode).toBe(422);
    const third = await api.patch({ title: "Third time" }, withKey(key));
    expect(third.json()).toMatchObject({ published: true });
  });

  it("is refused if its key is not visible ASCII", async () => {
    for (const key of ["", "a b", "\u00fc", "x".repeat(256)]) {
      const { statusCode, json } = await api.patch({ title: "x" }, withKey(key));
      expect([key, statusCode, json().detail]).toEqual([
        key,
        400,
        expect.stringContaining("Idempotency-Key"),
      ]);
    }
  });
});

describe("A change with one key through two editors of one store at once", () => {
  /** The replies if the other change is stored after the first editor has read and before it writes. */
  async function race(theirs: object, mine: object, between: () => Promise<unknown> = async () => {}) {
    const second = await editHere({ database: editor().database });
    const token = await editor().addToken(randomUUID());
    const headers = withKey();
    const { backend } = editor();
    const { open } = backend;
    let other: Reply | undefined;
    backend.open = async (deadline) => {
      backend.open = open;
      const store = await open(deadline);
      const append: NoticeStore["append"] = async (...change) => {
        await between();
        other = await writing(second, token).patch(theirs, headers);
        return store.append(...change);
      };
      return { ...store, append };
    };
    const reply = await writing(editor(), token).patch(mine, headers);
    return [reply, other].map((one) => ({ statusCode: one?.statusCode, ...one?.json() }));
  }

  it("is refused if the changes differ", async () => {
    const { number } = await latest();
    const [reply, other] = await race({ title: "Theirs" }, { title: "Mine" });
    expect(reply).toMatchObject({ statusCode: 422, code: "REQUEST_REUSED" });
    expect(other).toMatchObject({ statusCode: 200, published: true, revision: number + 1 });
    expect(await latest()).toMatchObject({ number: number + 1, notice: { title: "Theirs" } });
  });

  it("gets the same reply if the changes are equal, also after a change of the notice", async () => {
    const { number } = await latest();
    const message = randomUUID();
    const [reply, other] = await race({ title: "Both" }, { title: "Both" }, () => api.patch({ message }));
    expect(reply).toEqual(other);
    expect(reply).toMatchObject({ statusCode: 200, published: true, revision: number + 2 });
    expect((await latest()).notice).toMatchObject({ title: "Both", message });
  });
});
