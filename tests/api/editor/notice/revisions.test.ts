import { beforeAll, describe, expect, it } from "vitest";
import { sharedEditor } from "../../../support/service/editor-here.ts";
import { type Writer, writing } from "../../../support/service/writing.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor();
let api: Writer;
beforeAll(async () => {
  api = writing(editor(), await editor().addToken("Deploys"));
  for (const title of ["two", "three", "four", "five"]) await api.patch({ title });
});

const numbers = ({ json }: Awaited<ReturnType<Writer["get"]>>) =>
  json().revisions.map(({ revision }: { revision: number }) => revision);

describe("The history", () => {
  it("is returned latest first, in pages", async () => {
    const all = await api.get("/api/revisions");
    expect(numbers(all)).toEqual([5, 4, 3, 2, 1]);
    expect(all.json()).not.toHaveProperty("next");
    expect(all.json().revisions[0]).toEqual({
      revision: 5,
      author: "Deploys",
      changed: ["title"],
      title: "five",
      translations: { added: [], changed: [], removed: [] },
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
    });
    const first = await api.get("/api/revisions?limit=2");
    expect([numbers(first), first.json().next]).toEqual([[5, 4], 4]);
    const last = await api.get("/api/revisions?limit=3&before=4");
    expect([numbers(last), last.json().next]).toEqual([[3, 2, 1], undefined]);
    expect(numbers(await api.get("/api/revisions?before=1"))).toEqual([]);
  });

  it.each(["limit=0", "limit=101", "limit=1e2", "before=", "page=2", "limit=1&limit=2"])(
    "is refused for an invalid query: ?%s",
    async (query) => {
      const answer = await api.get(`/api/revisions?${query}`);
      expect([answer.statusCode, answer.json().code]).toEqual([400, "REQUEST_INVALID"]);
    },
  );

  it("has each revision with its changes", async () => {
    const answer = await api.get("/api/revisions/3");
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        revision: 3,
        author: "Deploys",
        changed: ["title"],
        notice: noticeWith({ title: "three" }),
        createdAt: expect.any(String),
        etag: expect.stringMatching(/^"3-[0-9a-f]{8}"$/),
        difference: [{ field: "title", before: "two", after: "three" }],
      },
    ]);
    const first = (await api.get("/api/revisions/1")).json();
    expect(first.changed).toEqual(["isEnabled", "title", "contactEmail"]);
    const latest = (await api.get("/api/revisions/5")).json();
    expect(latest.etag).toBe(await api.etag());
  });

  it.each([
    ["6", "REVISION_UNKNOWN"],
    ["9007199254740993", "PATH_UNKNOWN"],
    ["0", "PATH_UNKNOWN"],
    ["1e0", "PATH_UNKNOWN"],
  ])("has no revision %s", async (number, code) => {
    for (const answer of [await api.get(`/api/revisions/${number}`), await api.rollBack(number)])
      expect([answer.statusCode, answer.json().code]).toEqual([404, code]);
  });

  it("is rolled back by a new revision, unless If-Match is outdated", async () => {
    const refused = await api.rollBack(2, { "If-Match": '"4-00000000"' });
    expect([refused.statusCode, refused.headers.etag]).toEqual([412, await api.etag()]);
    const answer = await api.rollBack(2, { "If-Match": await api.etag() });
    const etag = await api.etag();
    expect(answer.json()).toMatchObject({ revision: 6, etag, published: true, notice: { title: "two" } });
    expect(numbers(await api.get("/api/revisions?limit=1"))).toEqual([6]);
  });

  it.each(["application/json", "application/x-www-form-urlencoded"])(
    "is rolled back by an empty body of type %s",
    async (type) => {
      const headers = { "Content-Type": type, "Content-Length": "0" };
      const answer = await api.rollBack(2, headers, "?dry-run=true");
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { notice: { title: "two" } }]);
    },
  );

  it("names an earlier revision with the same notice, also from another page", async () => {
    const { revisions } = (await api.get("/api/revisions?limit=2")).json();
    expect(revisions.map(({ sameAs }: { sameAs?: number }) => sameAs)).toEqual([2, undefined]);
  });

  it("tells in a dry run what a rollback would change", async () => {
    const { ask } = editor();
    const headers = { Authorization: `Bearer ${await editor().addToken("Other")}` };
    const asked = { method: "POST", url: "/api/revisions/1/rollback?dry-run=true", headers };
    expect((await ask(asked)).json()).toMatchObject({
      published: false,
      changed: ["title"],
      difference: [{ field: "title", after: "Under Maintenance" }],
    });
    expect(numbers(await api.get("/api/revisions?limit=1"))).toEqual([6]);
  });
});

describe("The history of translations", () => {
  it("lists which were added, changed and removed", async () => {
    const words = { title: "Moving", message: "Soon.", language: "en" };
    const de = { title: "Umzug", message: "Bald." };
    await api.patch({ ...words, translations: { de, fr: { title: "Travaux", message: "Bientôt." } } });
    await api.patch({
      translations: { de: { message: "Gleich." }, fr: null, es: { title: "Obras", message: "Pronto." } },
    });
    await api.patch({ translations: null });
    const { revisions } = (await api.get("/api/revisions?limit=3")).json();
    expect(revisions.map(({ translations }: { translations: unknown }) => translations)).toEqual([
      { added: [], changed: [], removed: ["de", "es"] },
      { added: ["es"], changed: ["de"], removed: ["fr"] },
      { added: ["de", "fr"], changed: [], removed: [] },
    ]);
  });
});
