import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { findFaults } from "../../../../schema/notice/faults.ts";
import { serialize } from "../../../../schema/notice/notice.ts";
import type { Reply } from "../../../support/network/http.ts";
import { editHere, outcomeOf, sharedEditor } from "../../../support/service/editor-here.ts";
import { serveHere } from "../../../support/service/service-here.ts";
import { type Writer, writing } from "../../../support/service/writing.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor();
let token = "";
let api: Writer;
beforeAll(async () => {
  token = await editor().addToken("Deploys");
  api = writing(editor(), token);
});

const any = { "If-Match": "*" };
const outdated = { "If-Match": '"1-00000000"' };
const dryRun = "/api/notice?dry-run=true";
const current = async () => ({ "If-Match": await api.etag() });
const pointersIn = (reply: Reply) => reply.json().errors.map(({ pointer }: { pointer: string }) => pointer);
const latest = async () => {
  const store = await editor().backend.read();
  return store.latest().finally(() => store.close());
};
/** Does some work after the next change was checked, and before it is written. */
function beforeWrite(work: () => Promise<unknown>): void {
  const { backend } = editor();
  const { open } = backend;
  backend.open = async (deadline) => {
    backend.open = open;
    const store = await open(deadline);
    const append: typeof store.append = async (...change) => {
      await work();
      return store.append(...change);
    };
    return { ...store, append };
  };
}

/** Expects the refusal of an outdated tag, with the current tag. */
async function expectOutdated(reply: Reply): Promise<void> {
  const etag = await api.etag();
  expect([...outcomeOf(reply), reply.headers.etag]).toEqual([412, "NOTICE_CHANGED", etag]);
  expect(reply.json().detail).toContain(etag);
}

/** Expects requests to publish nothing. */
async function expectUnchanged(ask: () => Promise<unknown>): Promise<void> {
  const before = await latest();
  await ask();
  expect(await latest()).toEqual(before);
}

describe("GET /api/notice", () => {
  it("returns the document and entity tag that visitors get", async () => {
    const reply = await api.get("/api/notice");
    expect([reply.statusCode, reply.body]).toEqual([200, serialize((await latest()).notice)]);
    const { url } = await serveHere({ DATABASE: editor().database });
    const visitors = await fetch(`${url}/api/notice`, { headers: { "Accept-Encoding": "identity" } });
    expect([visitors.headers.get("etag"), await visitors.text()]).toEqual([reply.headers.etag, reply.body]);
  });

  it("returns 304 to a client that has the document", async () => {
    const etag = await api.etag();
    for (const known of [etag, `W/${etag}`, etag.replace(/"$/, '-br"'), `"a", ${etag}`]) {
      const reply = await api.get("/api/notice", { "If-None-Match": known });
      expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, "", etag]);
    }
    expect((await api.get("/api/notice", { "If-None-Match": '"1-00000000"' })).statusCode).toBe(200);
  });
});

describe("PUT /api/notice", () => {
  it("replaces the notice in Unicode NFC and returns what changed", async () => {
    const { number, notice } = await latest();
    const next = noticeWith({ title: "\u00c5ngstrom" });
    const reply = await api.put(noticeWith({ title: "A\u030angstrom" }), await current());
    const stored = await latest();
    expect(stored).toMatchObject({ number: number + 1, notice: next, author: "Deploys" });
    expect(reply.json()).toEqual({
      ...{ revision: number + 1, etag: await api.etag(), changed: ["title"], warnings: [], notice: next },
      ...{ published: true, author: "Deploys", createdAt: stored.createdAt },
    });
    expect(notice.title).not.toBe(next.title);
  });

  it("publishes nothing if nothing changes", () =>
    expectUnchanged(async () => {
      const { number, notice } = await latest();
      const reply = await api.put(notice, await current());
      expect(reply.json()).toMatchObject({ revision: number, changed: [], published: false });
    }));

  it.each([dryRun, "/api/notice"])("requires If-Match before it checks the document: %s", (url) =>
    expectUnchanged(async () => {
      expect(outcomeOf(await api.put({ title: 7 }, {}, url))).toEqual([428, "IF_MATCH_MISSING"]);
      expect((await api.put({ title: 7 }, any, url)).statusCode).toBe(422);
    }),
  );

  it.each<[string, (etag: string) => string, number]>([
    ["the current tag", (etag) => etag, 200],
    ["the tag of a coding", (etag) => etag.replace(/"$/, '-gz"'), 200],
    ["a list with the tag", (etag) => `"1-00000000" , ${etag}`, 200],
    ["*", () => "*", 200],
    ["another revision's tag", () => '"1-00000000"', 412],
    ["the same number with another text", (etag) => etag.replace(/-\w+/, "-00000000"), 412],
    ["a weak tag", (etag) => `W/${etag}`, 412],
    ["the current tag inside another", (etag) => `"x,${etag.replaceAll('"', "")},y"`, 412],
    ["nothing", () => "", 412],
    ["a tag without its quotes", (etag) => etag.replaceAll('"', ""), 400],
    ["a list with text", (etag) => `${etag}, x`, 400],
    ["a list with *", (etag) => `*, ${etag}`, 400],
  ])("checks an If-Match with %s", async (message, headerFrom, status) => {
    const { number } = await latest();
    const headers = { "If-Match": headerFrom(await api.etag()) };
    for (const url of [dryRun, "/api/notice"]) {
      const reply = await api.put(noticeWith({ message }), headers, url);
      if (status === 412) await expectOutdated(reply);
      else expect(outcomeOf(reply)).toEqual([status, status === 400 ? "REQUEST_INVALID" : undefined]);
    }
    expect((await latest()).number).toBe(status === 200 ? number + 1 : number);
  });

  it("refuses a tag that becomes outdated before the write", async () => {
    const { number } = await latest();
    beforeWrite(() => api.patch({ title: "Somebody was first" }));
    await expectOutdated(await api.put(noticeWith({ title: "Too late" }), await current()));
    expect(await latest()).toMatchObject({ number: number + 1, notice: { title: "Somebody was first" } });
  });

  it("names every fault at once, as the command does", () =>
    expectUnchanged(async () => {
      const wrong = { isEnabled: false, title: "", message: null, status: 1, contactEmail: "x" };
      for (const reply of [await api.put(wrong, any), await api.validate(wrong)]) {
        const { detail, errors } = reply.json();
        expect(outcomeOf(reply)).toEqual([422, "NOTICE_INVALID"]);
        expect([errors, detail]).toEqual([findFaults(wrong), errors[0].detail]);
      }
    }));

  it("refuses a relative time, with the time to write, and a time that does not exist", async () => {
    const reply = await api.put({ ...noticeWith({ expectedReturn: "+90m" }), status: 1 }, any);
    expect([reply.statusCode, pointersIn(reply)]).toEqual([422, ["#/expectedReturn", "#/status"]]);
    const [, time = ""] = /"\+90m", .*: give (\S+Z), or words\.$/.exec(reply.json().errors[0].detail) ?? [];
    expect(Date.parse(time)).toBeGreaterThan(Date.now() + 89 * 60_000);
    const none = await api.put(noticeWith({ expectedReturn: "2126-11-31T22:30:00Z" }), any);
    expect([none.statusCode, pointersIn(none)]).toEqual([422, ["#/expectedReturn"]]);
    expect((await api.put(noticeWith({ expectedReturn: "+1 hour, perhaps" }), any)).statusCode).toBe(200);
  });

  it("warns of markup, and of a new expected return that is probably mistyped or far ahead", async () => {
    const warningsOf = async (reply: Promise<Reply>) => (await reply).json().warnings;
    const patched = (patch: object) => warningsOf(api.patch(patch));
    const saying = (...parts: string[]) => parts.map((part) => expect.stringContaining(part));
    const marked = api.put(noticeWith({ title: "**Soon**" }), any);
    expect(await warningsOf(marked)).toEqual(saying('"**Soon**" in "title" as typed'));
    expect(await patched({ title: "One.<br>Two." })).toEqual(saying('"<br>" in "title" as typed'));
    await api.put(noticeWith(), any);
    const clock = saying('"expectedReturn": "22:30" is shown as text: ');
    expect(await warningsOf(api.validate(noticeWith({ expectedReturn: "22:30" })))).toEqual(clock);
    expect(await patched({ expectedReturn: "22:30" })).toEqual(clock);
    expect(await patched({ title: "Other" })).toEqual([]);
    const far = saying("more than fourteen days ahead", "more than a day ");
    const next = noticeWith({ expectedReturn: "2126-01-01T00:00:00Z" });
    expect(await warningsOf(api.put(next, any))).toEqual(far);
    expect(await patched({ message: "Until the next century." })).toEqual([]);
    expect(await patched({ message: null })).toEqual(far.slice(1));
    expect(await patched({ expectedReturn: "Back at 9" })).toEqual([]);
    const german = saying('"translations.de.expectedReturn": "22.30" is shown as text: ');
    expect(await patched({ translations: { de: { expectedReturn: "22.30" } } })).toEqual(german);
  });

  it.each(["a dry run", "validate"])("tells what would change without publishing: %s", (kind) =>
    expectUnchanged(async () => {
      const before = await latest();
      const next = { ...noticeWith({ title: `For ${kind}` }), language: "en" };
      // Validation does not read If-Match.
      const validate = () => api.validate(next, outdated);
      const reply = await (kind === "validate" ? validate() : api.put(next, await current(), dryRun));
      const { difference, ...written } = reply.json();
      const { number: revision } = before;
      expect(written).toMatchObject({ revision, etag: await api.etag(), published: false, notice: next });
      expect(difference[0]).toEqual({ field: "title", before: before.notice.title, after: `For ${kind}` });
      expect(difference).toContainEqual({ field: "language", after: "en" });
    }),
  );

  const queries = ["dryrun=true", "dry-run=yes", "dry-run=true&dry-run=false"];
  it.each(queries)("refuses an unknown query: ?%s", (query) =>
    expectUnchanged(async () => {
      const reply = await api.put(noticeWith({ title: "x" }), any, `/api/notice?${query}`);
      expect(outcomeOf(reply)).toEqual([400, "REQUEST_INVALID"]);
      expect(reply.json().detail).toContain("dry-run");
    }),
  );

  it("refuses invalid JSON with line and column", async () => {
    const reply = await api.put('{"title":"a",\n "title":"b"}', any);
    expect(outcomeOf(reply)).toEqual([400, "JSON_INVALID"]);
    expect(reply.json().detail).toContain("line 2, column 2: ");
  });
});

describe("PATCH /api/notice", () => {
  const translations = { de: { title: "Eins" }, fr: { title: "Un" } };

  it("changes the given fields, removes those that are null, and keeps the rest", async () => {
    await api.put(noticeWith({ title: "One", message: "Two", expectedReturn: "soon" }), any);
    const reply = await api.patch({ message: null, expectedReturn: "later" });
    expect(reply.json()).toMatchObject({
      etag: await api.etag(),
      notice: noticeWith({ title: "One", expectedReturn: "later" }),
      changed: ["message", "expectedReturn"],
    });
  });

  it("changes one translation and removes others, and the field with the last", async () => {
    const whole = noticeWith({ title: "One", translations });
    await api.put(whole, any);
    const translate = async (patch: unknown) => (await api.patch({ translations: patch })).json();
    const changed = await translate({ de: { title: "Zwei" }, fr: null });
    expect(changed.notice.translations).toEqual({ de: { title: "Zwei" } });
    const removed = await translate({ de: null, fr: null, it: null });
    const etag = await api.etag();
    const notice = noticeWith({ title: "One" });
    expect(removed).toMatchObject({ etag, notice, changed: ["translations.de"] });
    expect(await translate({ de: null })).toMatchObject({ published: false, etag });
    for (const nothing of [{}, [], ""]) {
      const refused = await api.put({ ...whole, translations: nothing }, any);
      expect([refused.statusCode, pointersIn(refused)]).toEqual([422, ["#/translations"]]);
    }
    expect((await translate([])).status).toBe(422);
    expect(await api.etag()).toBe(etag);
  });

  it.each([
    ["turns the notice off", { isEnabled: false }, "#/isEnabled"],
    ["is no object", "[]", "#"],
    ["has an unknown field", { status: 1 }, "#/status"],
    ["brings a prototype", '{"__proto__":{"title":"x"}}', "#/__proto__"],
    ["has a relative time", { expectedReturn: "+2h" }, "#/expectedReturn"],
  ])("refuses a patch that %s", (_name, patch, pointer) =>
    expectUnchanged(async () => {
      const reply = await api.patch(patch);
      expect([reply.statusCode, pointersIn(reply)[0]]).toEqual([422, pointer]);
      expect(({} as { title?: string }).title).toBeUndefined();
    }),
  );

  it("accepts an If-Match, but does not need one", async () => {
    await expectOutdated(await api.patch({ status: 1 }, outdated));
    expect((await api.patch({ title: "Known" }, await current())).statusCode).toBe(200);
  });

  it("names the media type that it accepts", async () => {
    const reply = await api.patch({}, { "Content-Type": "application/json" });
    const type = "application/merge-patch+json";
    expect([reply.statusCode, reply.headers["accept-patch"]]).toEqual([415, type]);
    expect(reply.json().detail).toContain(type);
  });

  const titles = Array.from({ length: 8 }, (_, n) => ({ title: `Title ${n}` }));

  it("applies to the notice that others have changed meanwhile", async () => {
    await api.put(noticeWith({ title: "One", message: "Two" }), any);
    const replies = await Promise.all([{ message: "Three" }, ...titles].map((patch) => api.patch(patch)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200));
    const { notice } = await latest();
    expect([notice.message, notice.title]).toEqual(["Three", expect.stringMatching(/^Title \d$/)]);
  });

  it("accepts one of several changes with the same If-Match", async () => {
    await api.put(noticeWith({ title: "None" }), any);
    const headers = await current();
    const replies = await Promise.all(titles.map((patch) => api.patch(patch, headers)));
    const refused = replies.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(titles.length - 1);
    for (const reply of refused) await expectOutdated(reply);
  });
});

const put = (title: string) => (key: object) => api.put(noticeWith({ title }), { "If-Match": "*", ...key });
const rollBack = (key: object) => api.rollBack(1, { ...key });
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
    ["rollback", rollBack],
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
    const changes = [put("Another"), (key: object) => api.patch({ title: "Two" }, { ...key }), rollBack];
    for (const change of changes)
      expect(outcomeOf(await change(withKey(key)))).toEqual([422, "REQUEST_REUSED"]);
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
      expect([key, statusCode]).toEqual([key, 400]);
      expect(json().detail).toContain("Idempotency-Key");
    }
  });
});

describe("A change with one key through two editors of one store at once", () => {
  /** The replies if the other change is stored after the first editor has read and before it writes. */
  async function race(theirs: object, mine: object, between: () => Promise<unknown> = async () => {}) {
    const second = await editHere({ database: editor().database });
    const token = await editor().addToken(randomUUID());
    const headers = withKey();
    let other: Reply | undefined;
    beforeWrite(async () => {
      await between();
      other = await writing(second, token).patch(theirs, headers);
    });
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
