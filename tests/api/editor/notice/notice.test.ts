import { beforeAll, describe, expect, it } from "vitest";
import { findFaults } from "../../../../schema/notice/faults.ts";
import { serialize } from "../../../../schema/notice/notice.ts";
import { sharedEditor } from "../../../support/service/editor-here.ts";
import { serveHere } from "../../../support/service/service-here.ts";
import { type Writer, writing } from "../../../support/service/writing.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor();
let api: Writer;
beforeAll(async () => {
  api = writing(editor(), await editor().addToken("Deploys"));
});

const ofStore = async () => {
  const store = await editor().backend.read();
  return store.latest().finally(() => store.close());
};

describe("GET /api/notice", () => {
  it("returns the document and entity tag that visitors get", async () => {
    const answer = await api.get("/api/notice");
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(serialize((await ofStore()).notice));
    const { url } = await serveHere({ DATABASE: editor().database });
    const visitors = await fetch(`${url}/api/notice`, { headers: { "Accept-Encoding": "identity" } });
    expect(answer.headers.etag).toBe(visitors.headers.get("etag"));
    expect(await visitors.text()).toBe(answer.body);
  });

  it("returns 304 to a client that has the document", async () => {
    const etag = await api.etag();
    for (const known of [etag, `W/${etag}`, etag.replace(/"$/, '-br"'), `"a", ${etag}`]) {
      const answer = await api.get("/api/notice", { "If-None-Match": known });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, "", etag]);
    }
    expect((await api.get("/api/notice", { "If-None-Match": '"1-00000000"' })).statusCode).toBe(200);
  });
});

describe("PUT /api/notice", () => {
  it("replaces the notice and returns what changed", async () => {
    const { number, notice } = await ofStore();
    const next = noticeWith({ title: "We are moving" });
    const answer = await api.put(next, { "If-Match": await api.etag() });
    const etag = await api.etag();
    const stored = await ofStore();
    expect(stored).toMatchObject({ number: number + 1, notice: next, author: "Deploys" });
    expect(answer.json()).toEqual({
      revision: number + 1,
      etag,
      changed: ["title"],
      warnings: [],
      notice: next,
      published: true,
      author: "Deploys",
      createdAt: stored.createdAt,
    });
    expect(notice.title).not.toBe(next.title);
  });

  it("publishes nothing if nothing changes", async () => {
    const before = await ofStore();
    const answer = await api.put(before.notice, { "If-Match": await api.etag() });
    expect(answer.json()).toMatchObject({ revision: before.number, changed: [], published: false });
    expect(await ofStore()).toEqual(before);
  });

  it("warns of markup, as PATCH does", async () => {
    const put = await api.put(noticeWith({ title: "**Soon**" }), { "If-Match": await api.etag() });
    expect(put.json().warnings).toEqual([
      'Visitors will see "**Soon**" in "title" as typed: write plain text.',
    ]);
    const patch = await api.patch({ message: "One.<br>Two." });
    expect(patch.json().warnings).toEqual([expect.stringContaining('"<br>" in "message" as typed')]);
  });

  it("requires If-Match before it checks the document", async () => {
    const before = await ofStore();
    const answer = await api.put({ title: 7 });
    expect([answer.statusCode, answer.json().code]).toEqual([428, "IF_MATCH_MISSING"]);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(await ofStore()).toEqual(before);
  });

  it.each([
    ["of another revision", () => '"1-00000000"'],
    ["of the same number with another text", (etag: string) => etag.replace(/-\w+/, "-00000000")],
    ["that is weak", (etag: string) => `W/${etag}`],
    ["with the current tag inside another", (etag: string) => `"x,${etag.replaceAll('"', "")},y"`],
    ["that is empty", () => ""],
  ])("refuses a tag %s and returns the current tag", async (_name, tagFrom) => {
    const before = await ofStore();
    const etag = await api.etag();
    const answer = await api.put({ title: 7 }, { "If-Match": tagFrom(etag) });
    expect([answer.statusCode, answer.json().code, answer.headers.etag]).toEqual([
      412,
      "NOTICE_CHANGED",
      etag,
    ]);
    expect(answer.json().detail).toContain(etag);
    expect(await ofStore()).toEqual(before);
  });

  it("refuses a tag that becomes outdated before the write", async () => {
    const { backend } = editor();
    const { open } = backend;
    const before = await ofStore();
    backend.open = async (deadline) => {
      backend.open = open;
      const store = await open(deadline);
      const append: typeof store.append = async (...change) => {
        await api.patch({ title: "Somebody was first" });
        return store.append(...change);
      };
      return { ...store, append };
    };
    const answer = await api.put(noticeWith({ title: "Too late" }), { "If-Match": await api.etag() });
    const etag = await api.etag();
    expect([answer.statusCode, answer.json().code, answer.headers.etag]).toEqual([
      412,
      "NOTICE_CHANGED",
      etag,
    ]);
    expect(answer.json().detail).toContain(etag);
    expect(await ofStore()).toMatchObject({
      number: before.number + 1,
      notice: { title: "Somebody was first" },
    });
  });

  it.each([
    ["the current tag", (etag: string) => etag],
    ["the tag of a coding", (etag: string) => etag.replace(/"$/, '-gz"')],
    ["a list with the tag", (etag: string) => `"1-00000000" , ${etag}`],
    ["*", () => "*"],
  ])("accepts in If-Match: %s", async (name, tagFrom) => {
    const answer = await api.put(noticeWith({ message: name }), { "If-Match": tagFrom(await api.etag()) });
    expect([answer.statusCode, answer.json().notice.message]).toEqual([200, name]);
  });

  it.each([
    ["a tag without its quotes", (etag: string) => etag.replaceAll('"', "")],
    ["a list with text", (etag: string) => `${etag}, x`],
    ["a list with *", (etag: string) => `*, ${etag}`],
  ])("refuses as no If-Match: %s", async (_name, headerFrom) => {
    const before = await ofStore();
    for (const url of ["/api/notice", "/api/notice?dry-run=true"]) {
      const answer = await api.put(noticeWith(), { "If-Match": headerFrom(await api.etag()) }, url);
      expect([answer.statusCode, answer.json().code]).toEqual([400, "REQUEST_INVALID"]);
      expect(answer.json().detail).toMatch(/^If-Match is neither .*: send the ETag of the notice/);
    }
    expect(await ofStore()).toEqual(before);
  });

  it("names every fault at once, as the command does", async () => {
    const before = await ofStore();
    const wrong = { isEnabled: false, title: "", message: null, status: 1, contactEmail: "x" };
    const answer = await api.put(wrong, { "If-Match": "*" });
    const { detail, code, errors } = answer.json();
    expect([answer.statusCode, code]).toEqual([422, "NOTICE_INVALID"]);
    expect(errors).toEqual(findFaults(wrong));
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      ["status", "isEnabled", "title", "message", "contactEmail"].map((name) => `#/${name}`),
    );
    expect(detail).toBe(errors[0].detail);
    expect(await ofStore()).toEqual(before);
  });

  it("refuses a relative time and a time that does not exist", async () => {
    const answer = await api.put(
      { ...noticeWith({ expectedReturn: "+90m" }), status: 1 },
      { "If-Match": "*" },
    );
    const { errors } = answer.json();
    expect([answer.statusCode, errors.length]).toEqual([422, 2]);
    const [, time = ""] = /"\+90m", .*: give (\S+Z), or words\.$/.exec(errors[0].detail) ?? [];
    expect(Date.parse(time)).toBeGreaterThan(Date.now() + 89 * 60_000);
    expect(errors[0].pointer).toBe("#/expectedReturn");
    const none = await api.put(noticeWith({ expectedReturn: "2126-11-31T22:30:00Z" }), { "If-Match": "*" });
    expect([none.statusCode, none.json().errors[0].pointer]).toEqual([422, "#/expectedReturn"]);
    const free = await api.put(noticeWith({ expectedReturn: "+1 hour, perhaps" }), { "If-Match": "*" });
    expect(free.statusCode).toBe(200);
  });

  it("warns of a new expected return that is probably mistyped or far ahead", async () => {
    const warningsOf = async (ask: Promise<{ json(): { warnings: string[] } }>) =>
      (await ask).json().warnings;
    await api.put(noticeWith(), { "If-Match": "*" });
    const clock = [
      expect.stringMatching(/^"expectedReturn": "22:30" is shown as text: .* give \S+T22:30:00/),
    ];
    expect(await warningsOf(api.validate(noticeWith({ expectedReturn: "22:30" })))).toEqual(clock);
    expect(await warningsOf(api.patch({ expectedReturn: "22:30" }))).toEqual(clock);
    expect(await warningsOf(api.patch({ title: "Other" }))).toEqual([]);
    const far = [
      expect.stringMatching(/^"expectedReturn" is more than fourteen days ahead/),
      expect.stringMatching(
        /^The page's own message says "shortly", but "expectedReturn" is more than a day /,
      ),
    ];
    const next = noticeWith({ expectedReturn: "2126-01-01T00:00:00Z" });
    expect(await warningsOf(api.put(next, { "If-Match": "*" }))).toEqual(far);
    expect(await warningsOf(api.patch({ message: "Until the next century." }))).toEqual([]);
    expect(await warningsOf(api.patch({ message: null }))).toEqual(far.slice(1));
    expect(await warningsOf(api.patch({ expectedReturn: "Back at 9" }))).toEqual([]);
    expect(await warningsOf(api.patch({ expectedReturn: "2126-11-27 04:00 UTC" }))).toEqual([
      expect.stringMatching(/ is shown as text: if a time is meant, give 2126-11-27T04:00:00Z\.$/),
    ]);
    const de = { expectedReturn: "22.30" };
    expect(await warningsOf(api.patch({ translations: { de } }))).toEqual([
      expect.stringMatching(/^"translations\.de\.expectedReturn": "22\.30" is shown as text: /),
    ]);
  });

  it("publishes text in Unicode NFC", async () => {
    const answer = await api.put(noticeWith({ title: "A\u030angstrom" }), { "If-Match": "*" });
    expect(answer.json()).toMatchObject({ notice: { title: "\u00c5ngstrom" }, etag: await api.etag() });
  });

  it.each(["dry-run", "validate"])("tells what would change without publishing: %s", async (kind) => {
    const before = await ofStore();
    const next = { ...noticeWith({ title: `For ${kind}` }), language: "en" };
    const answer =
      kind === "validate"
        ? await api.validate(next)
        : await api.put(next, { "If-Match": await api.etag() }, "/api/notice?dry-run=true");
    expect(answer.statusCode).toBe(200);
    const { difference, ...written } = answer.json();
    expect(written).toMatchObject({
      revision: before.number,
      etag: await api.etag(),
      published: false,
      notice: next,
    });
    expect(difference[0]).toEqual({ field: "title", before: before.notice.title, after: `For ${kind}` });
    expect(difference).toContainEqual({ field: "language", after: "en" });
    expect(await ofStore()).toEqual(before);
  });

  it("has the same conditions in a dry run", async () => {
    const dry = "/api/notice?dry-run=true";
    expect((await api.put(noticeWith(), {}, dry)).statusCode).toBe(428);
    expect((await api.put(noticeWith(), { "If-Match": '"1-00000000"' }, dry)).statusCode).toBe(412);
    expect((await api.put({}, { "If-Match": "*" }, dry)).statusCode).toBe(422);
    expect((await api.validate({})).statusCode).toBe(422);
  });

  it.each(["dryrun=true", "dry-run=yes", "dry-run=true&dry-run=false"])(
    "refuses an unknown query: ?%s",
    async (query) => {
      const before = await ofStore();
      const answer = await api.put(noticeWith({ title: "x" }), { "If-Match": "*" }, `/api/notice?${query}`);
      expect([answer.statusCode, answer.json().code]).toEqual([400, "REQUEST_INVALID"]);
      expect(answer.json().detail).toContain("dry-run");
      expect(await ofStore()).toEqual(before);
    },
  );

  it("refuses invalid JSON with line and column", async () => {
    const answer = await api.put('{"title":"a",\n "title":"b"}', { "If-Match": "*" });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "JSON_INVALID"]);
    expect(answer.json().detail).toContain('line 2, column 2: "title" appears twice');
  });
});

describe("PATCH /api/notice", () => {
  it("changes the given fields, removes those that are null, and keeps the rest", async () => {
    await api.put(noticeWith({ title: "One", message: "Two", expectedReturn: "soon" }), { "If-Match": "*" });
    const answer = await api.patch({ message: null, expectedReturn: "later" });
    expect(answer.json()).toMatchObject({
      etag: await api.etag(),
      notice: noticeWith({ title: "One", expectedReturn: "later" }),
      changed: ["message", "expectedReturn"],
    });
  });

  it("changes one translation and removes another", async () => {
    const translations = { de: { title: "Eins" }, fr: { title: "Un" } };
    await api.put(noticeWith({ title: "One", translations }), { "If-Match": "*" });
    const answer = await api.patch({ translations: { de: { title: "Zwei" }, fr: null } });
    expect(answer.json().notice.translations).toEqual({ de: { title: "Zwei" } });
    expect((await api.patch({ translations: null })).json().notice).not.toHaveProperty("translations");
  });

  it("removes the field with the last translation", async () => {
    const translations = { de: { title: "Eins" }, fr: { title: "Un" } };
    const whole = noticeWith({ title: "One", translations });
    await api.put(whole, { "If-Match": "*" });
    const answer = await api.patch({ translations: { de: null, fr: null, it: null } });
    const etag = await api.etag();
    expect(answer.json()).toMatchObject({
      etag,
      notice: noticeWith({ title: "One" }),
      changed: ["translations.de", "translations.fr"],
    });
    const again = await api.patch({ translations: { de: null } });
    expect(again.json()).toMatchObject({ published: false, etag });
    for (const nothing of [{}, [], ""]) {
      const refused = await api.put({ ...whole, translations: nothing }, { "If-Match": "*" });
      expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([422, "#/translations"]);
    }
    expect((await api.patch({ translations: [] })).statusCode).toBe(422);
    expect(await api.etag()).toBe(etag);
  });

  it.each([
    ["turns the notice off", { isEnabled: false }, "#/isEnabled"],
    ["is no object", "[]", "#"],
    ["has an unknown field", { status: 1 }, "#/status"],
    ["brings a prototype", '{"__proto__":{"title":"x"}}', "#/__proto__"],
    ["has a relative time", { expectedReturn: "+2h" }, "#/expectedReturn"],
    ["has a time that does not exist", { expectedReturn: "2126-11-31T22:30:00Z" }, "#/expectedReturn"],
  ])("refuses a patch that %s", async (_name, patch, pointer) => {
    const before = await ofStore();
    const answer = await api.patch(patch);
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([422, pointer]);
    expect(await ofStore()).toEqual(before);
    expect(({} as { title?: string }).title).toBeUndefined();
  });

  it("accepts an If-Match, but does not need one", async () => {
    const answer = await api.patch({ status: 1 }, { "If-Match": '"1-00000000"' });
    expect([answer.statusCode, answer.headers.etag]).toEqual([412, await api.etag()]);
    expect((await api.patch({ title: "Known" }, { "If-Match": await api.etag() })).statusCode).toBe(200);
  });

  it("names the media type that it accepts", async () => {
    const answer = await api.patch({}, { "Content-Type": "application/json" });
    expect([answer.statusCode, answer.headers["accept-patch"]]).toEqual([
      415,
      "application/merge-patch+json",
    ]);
    expect(answer.json().detail).toContain("application/merge-patch+json");
  });

  it("applies to the notice that others have changed meanwhile", async () => {
    await api.put(noticeWith({ title: "One", message: "Two" }), { "If-Match": "*" });
    const titles = Array.from({ length: 8 }, (_, n) => ({ title: `Title ${n}` }));
    const answers = await Promise.all([
      api.patch({ message: "Three" }),
      ...titles.map((patch) => api.patch(patch)),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const { notice } = await ofStore();
    expect([notice.message, notice.title]).toEqual(["Three", expect.stringMatching(/^Title \d$/)]);
  });

  it("accepts one of several changes with the same If-Match", async () => {
    const etag = await api.etag();
    const titles = Array.from({ length: 8 }, (_, n) => ({ title: `Only ${n}` }));
    const answers = await Promise.all(titles.map((patch) => api.patch(patch, { "If-Match": etag })));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array(7).fill(412)]);
    for (const { statusCode, headers } of answers.filter(({ statusCode }) => statusCode === 412))
      expect([statusCode, headers.etag]).toEqual([412, await api.etag()]);
  });
});
