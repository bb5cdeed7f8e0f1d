import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Session } from "../../../schema/editor-api/session.ts";
import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import type { Base, Client, Result } from "../../../web/editor/client.ts";
import { type Commands, createCommands } from "../../../web/editor/commands.ts";
import { withField } from "../../../web/editor/draft.ts";
import { createKept } from "../../../web/editor/kept.ts";
import { createPublisher } from "../../../web/editor/publisher.ts";
import { createState } from "../../../web/editor/state.ts";
import { maxTitle, noticeWith } from "../../support/texts/notices.ts";
import { storageWith } from "./storage.ts";

const baseOf = (revision: number): Base => ({
  revision,
  etag: `"${revision}-0123abcd"`,
  notice: noticeWith({ title: `Title ${revision}` }),
});
const typed = noticeWith({ title: "Typed" });
const written = (revision: number, notice = typed): CompletedWrite => ({
  ...baseOf(revision),
  notice,
  changed: [],
  warnings: [],
  published: true,
});
const done = (revision: number): Result<CompletedWrite> => ({ ok: true, value: written(revision) });
const failed = (
  status: number,
  code?: string,
): { ok: false; problem: { status: number; detail: string } } => ({
  ok: false,
  problem: { status, detail: "", ...(code !== undefined && { code }) },
});
const silence = failed(0);
const anna: Session = { name: "anna", scope: "write", expiresAt: "2126-01-01T00:00:00Z" };

interface Sent {
  etag: string;
  /** The notice that was sent, or the number of the revision to go back to. */
  what: unknown;
}

/** An editor whose user published revision 4 and types, with these replies of the service. */
function begin(replies: Result<unknown>[] = [], session: Session = anna, who?: Result<Session>) {
  const sent: Sent[] = [];
  const next = () => (replies.shift() ?? silence) as Result<never>;
  const write = async (what: unknown, etag: string) => {
    sent.push({ what, etag });
    return next();
  };
  let live = 4;
  const client: Pick<
    Client,
    "publish" | "rollBack" | "notice" | "revision" | "session" | "signIn" | "signOut"
  > = {
    publish: write,
    rollBack: write,
    notice: async () => ({ ok: true, value: baseOf(live) }),
    revision: async () => silence,
    session: async () => who ?? { ok: true, value: session },
    signIn: async () => next(),
    signOut: async () => next(),
  };
  const [tab, browser] = [storageWith(), storageWith()];
  const kept = createKept(tab, browser);
  const state = createState();
  const publisher = createPublisher({ client, dispatch: state.dispatch });
  const commands = createCommands({ client, kept, state, publisher });
  state.dispatch({ type: "signed-in", session });
  state.dispatch({ type: "live", live: baseOf(3) });
  state.dispatch({
    type: "published",
    outcome: { publication: written(4, baseOf(4).notice), before: baseOf(3) },
  });
  const type = (title = "Typed") => commands.edit((draft) => withField(draft, "title", title));
  type();
  const publishElsewhere = (revision: number): void => {
    live = revision;
  };
  return { state, kept, commands, sent, type, publishElsewhere };
}

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { hostname: "127.0.0.1" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each<[string, (commands: Commands) => ReturnType<Commands["publish"]>, unknown, object]>([
  ["publish", ({ publish }) => publish(), typed, {}],
  ["rollBack", ({ rollBack }) => rollBack(2, baseOf(2).notice, baseOf(4)), 2, { again: 2 }],
  ["undo", ({ undo }) => undo(), 3, { again: 3, isUndo: true }],
])("The command %s", (_name, give, what, more) => {
  it("sends the live revision's tag, and stores the outcome", async () => {
    const { commands, state, sent } = begin([done(5)]);
    expect(await give(commands)).toBeUndefined();
    expect(sent).toEqual([{ what, etag: baseOf(4).etag }]);
    expect(state.current().outcome).toEqual({
      publication: written(5),
      before: expect.objectContaining(baseOf(4)),
      ...more,
    });
    expect(state.current().live?.revision).toBe(5);
  });

  it("can be repeated after a lost reply", async () => {
    const { commands, state, sent } = begin([silence, failed(504), done(5)]);
    expect((await give(commands))?.status).toBe(0);
    expect(state.current().trouble).toEqual({ kind: "stopped" });
    expect((await give(commands))?.status).toBe(504);
    expect(await give(commands)).toBeUndefined();
    expect([sent.length, state.current().outcome?.publication.revision]).toEqual([3, 5]);
  });

  it("reports a refusal, and changes nothing", async () => {
    const { commands, state } = begin([failed(422, "NOTICE_INVALID"), done(5)]);
    const before = state.current();
    expect(await give(commands)).toMatchObject({ status: 422, code: "NOTICE_INVALID" });
    expect(state.current()).toBe(before);
  });

  it("reports a conflict, and loads the newer revision", async () => {
    const { commands, state, publishElsewhere } = begin([failed(412, "NOTICE_CHANGED")]);
    publishElsewhere(6);
    expect(await give(commands)).toMatchObject({ status: 412, code: "NOTICE_CHANGED" });
    expect([state.current().live?.revision, state.current().draft?.notice.title]).toEqual([6, "Typed"]);
  });

  it("sends nothing for read-only users or without a sign-in", async () => {
    const reading = begin([done(5)], { ...anna, scope: "read" });
    expect(await give(reading.commands)).toBeUndefined();
    const { commands, state, sent } = begin([done(5)]);
    state.dispatch({ type: "signed-out" });
    expect(await give(commands)).toBeUndefined();
    expect([...sent, ...reading.sent]).toEqual([]);
  });
});

it("publishing uses the tag of the draft's base, a rollback the tag of the reviewed revision", async () => {
  const { commands, state, sent } = begin([failed(422, "NOTICE_INVALID"), done(7)]);
  state.dispatch({ type: "live", live: baseOf(6) });
  await commands.publish();
  await commands.rollBack(2, baseOf(2).notice, baseOf(6));
  expect(sent.map(({ etag }) => etag)).toEqual([baseOf(4).etag, baseOf(6).etag]);
});

describe("The editor sends nothing", () => {
  it.each(["Title 4", "x".repeat(maxTitle + 1)])(
    "when an unchanged or faulty title is published: %j",
    async (title) => {
      const { commands, type, sent } = begin([done(5)]);
      type(title);
      expect(await commands.publish()).toBeUndefined();
      expect(sent).toEqual([]);
    },
  );

  it("when undo comes after a colleague's revision, after another undo, or without a publication", async () => {
    const { commands, state, sent } = begin([done(5)]);
    state.dispatch({ type: "live", live: baseOf(9) });
    expect(await commands.undo()).toBeUndefined();
    const publication = written(10);
    const outcome = { publication, before: baseOf(9), again: 9, isUndo: true as const };
    state.dispatch({ type: "published", outcome });
    expect(await commands.undo()).toBeUndefined();
    commands.closeOutcome();
    expect(await commands.undo()).toBeUndefined();
    expect(sent).toEqual([]);
  });
});

it("a merge offers the typed text again, unless the merge contains all of it", () => {
  for (const [notice, isOffered] of [
    [baseOf(2).notice, true],
    [typed, false],
  ] as const) {
    const { commands, state } = begin();
    commands.resolve(notice);
    const { draft, offer } = state.current();
    expect([draft?.notice, draft?.base.revision, offer !== undefined]).toEqual([notice, 4, isOffered]);
  }
});

it("signing out deletes drafts unless they are to be kept, and keeps everything while the reply is lost", async () => {
  for (const keepsDrafts of [true, false]) {
    const { commands, state, kept } = begin([silence, { ok: true, value: undefined }]);
    const { draft } = state.current();
    if (draft) kept.keep(draft);
    await commands.signOut(keepsDrafts);
    expect([state.current().session, state.current().draft]).toEqual([anna, draft]);
    state.current().sessionTrouble?.again?.();
    await expect.poll(() => state.current().session).toBeNull();
    expect([state.current().draft, kept.hasAny()]).toEqual(keepsDrafts ? [draft, true] : [undefined, false]);
  }
});

describe("Signing in", () => {
  it("stores who signed in, and reports a failure", async () => {
    const { commands, state } = begin([failed(401), { ok: true, value: undefined }]);
    state.dispatch({ type: "signed-out" });
    expect(await commands.signIn({ token: "wrong" })).toMatchObject({ status: 401 });
    expect(state.current().session).toBeNull();
    expect(await commands.signIn({ token: "right" })).toBeUndefined();
    await expect.poll(() => state.current().session).toEqual(anna);
  });

  it("asks again who is signed in if that reply was lost", async () => {
    const { commands, state } = begin([{ ok: true, value: undefined }], anna, silence);
    state.dispatch({ type: "signed-out" });
    expect(await commands.signIn({ token: "right" })).toBeUndefined();
    await expect.poll(() => state.current().session).toBeUndefined();
  });
});
