import { beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../../../support/network/http.ts";
import { outcomeOf, sharedEditor } from "../../../support/service/editor-here.ts";
import { type Writer, writing } from "../../../support/service/writing.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor();
let api: Writer;
beforeAll(async () => {
  api = writing(editor(), await editor().addToken("Deploys"));
  for (const title of ["two", "three", "four", "five"]) await api.patch({ title });
});

const numbers = ({ json }: Reply) => json().revisions.map(({ revision }: { revision: number }) => revision);

describe("The history", () => {
  it("is returned latest first, in pages", async () => {
    const all = await api.get("/api/revisions");
    expect(numbers(all)).toEqual([5, 4, 3, 2, 1]);
    expect(all.json()).not.toHaveProperty("next");
    expect(all.json().revisions[0]).toEqual({
      ...{ revision: 5, author: "Deploys", changed: ["title"], title: "five" },
      translations: { added: [], changed: [], removed: [] },
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
    });
    const first = await api.get("/api/revisions?limit=2");
    expect([numbers(first), first.json().next]).toEqual([[5, 4], 4]);
    const last = await api.get("/api/revisions?limit=3&before=4");
    expect([numbers(last), last.json().next]).toEqual([[3, 2, 1], undefined]);
    expect(numbers(await api.get("/api/revisions?before=1"))).toEqual([]);
  });

  it("is refused for an invalid query", async () => {
    for (const query of ["limit=0", "limit=101", "limit=1e2", "before=", "page=2", "limit=1&limit=2"]) {
      const reply = await api.get(`/api/revisions?${query}`);
      expect([query, ...outcomeOf(reply)]).toEqual([query, 400, "REQUEST_INVALID"]);
    }
  });

  it("has each revision with its changes", async () => {
    const reply = await api.get("/api/revisions/3");
    expect(reply.json()).toEqual({
      ...{ revision: 3, author: "Deploys", changed: ["title"], createdAt: expect.any(String) },
      notice: noticeWith({ title: "three" }),
      etag: expect.stringMatching(/^"3-[0-9a-f]{8}"$/),
      difference: [{ field: "title", before: "two", after: "three" }],
    });
    const { changed } = (await api.get("/api/revisions/1")).json();
    expect(changed).toEqual(["isEnabled", "title", "contactEmail"]);
    expect((await api.get("/api/revisions/5")).json().etag).toBe(await api.etag());
  });

  it.each(["6", "9007199254740993", "0", "1e0"])("has no revision %s", async (number) => {
    const code = number === "6" ? "REVISION_UNKNOWN" : "PATH_UNKNOWN";
    for (const reply of [await api.get(`/api/revisions/${number}`), await api.rollBack(number)])
      expect(outcomeOf(reply)).toEqual([404, code]);
  });

  it("is rolled back by a new revision, unless If-Match is outdated", async () => {
    const refused = await api.rollBack(2, { "If-Match": '"4-00000000"' });
    expect([refused.statusCode, refused.headers.etag]).toEqual([412, await api.etag()]);
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      const headers = { "Content-Type": type, "Content-Length": "0" };
      const dry = (await api.rollBack(1, headers, "?dry-run=true")).json();
      const difference = [{ field: "title", after: "Under Maintenance" }];
      expect(dry).toMatchObject({ published: false, changed: ["title"], difference });
    }
    const reply = await api.rollBack(2, { "If-Match": await api.etag() });
    const etag = await api.etag();
    expect(reply.json()).toMatchObject({ revision: 6, etag, published: true, notice: { title: "two" } });
  });

  it("names an earlier revision with the same notice, also from another page", async () => {
    const { revisions } = (await api.get("/api/revisions?limit=2")).json();
    expect(revisions).toMatchObject([{ revision: 6, sameAs: 2 }, { revision: 5 }]);
    expect(revisions[1]).not.toHaveProperty("sameAs");
  });

  it("lists which translations were added, changed and removed", async () => {
    const words = { title: "Moving", message: "Soon.", language: "en" };
    const de = { title: "Umzug", message: "Bald." };
    await api.patch({ ...words, translations: { de, fr: { title: "Travaux", message: "Bientôt." } } });
    const es = { title: "Obras", message: "Pronto." };
    await api.patch({ translations: { de: { message: "Gleich." }, fr: null, es } });
    await api.patch({ translations: null });
    const { revisions } = (await api.get("/api/revisions?limit=3")).json();
    expect(revisions.map(({ translations }: { translations: unknown }) => translations)).toEqual([
      { added: [], changed: [], removed: ["de", "es"] },
      { added: ["es"], changed: ["de"], removed: ["fr"] },
      { added: ["de", "fr"], changed: [], removed: [] },
    ]);
  });
});
