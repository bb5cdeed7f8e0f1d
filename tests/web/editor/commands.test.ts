import { describe, expect, it } from "vitest";
import type { Session } from "../../../schema/editor-api/session.ts";
import type { Result } from "../../../web/editor/client.ts";
import { type Commands, createCommands } from "../../../web/editor/commands.ts";
import { withField } from "../../../web/editor/draft.ts";
import { createKept } from "../../../web/editor/kept.ts";
import { createPublisher } from "../../../web/editor/publisher.ts";
import { createState } from "../../../web/editor/state.ts";
import { maxTitle, noticeWith } from "../../support/texts/notices.ts";
import { baseOf, failed, inBrowser, storageWith, writtenAs } from "./made-up.ts";

const typed = noticeWith({ title: "Typed" });
const done = { ok: true, value: writtenAs(5, "Typed") } as const;
const nothing = { ok: true, value: undefined } as const;
const anna: Session = { name: "anna", scope: "write", expiresAt: "2126-01-01T00:00:00Z" };

/** An editor whose user published revision 4 and types, with these replies of the service. */
function begin(replies: Result<unknown>[] = [], session = anna, who?: Result<Session>) {
  /** The notices that were sent, or the numbers of revisions to go back to, with their tags. */
  const sent: { what: unknown; etag: string }[] = [];
  const next = () => (replies.shift() ?? failed()) as Result<never>;
  const write = async (what: unknown, etag: string) => {
    sent.push({ what, etag });
    return next();
  };
  const service = { live: 4 };
  const client = {
    publish: write,
    rollBack: write,
    notice: async () => ({ ok: true as const, value: baseOf(service.live) }),
    revision: async () => failed(),
    session: async () => who ?? { ok: true as const, value: session },
    signIn: async () => next(),
    signOut: async () => next(),
  };
  const kept = createKept(storageWith(), storageWith());
  const state = createState();
  const publisher = createPublisher({ client, dispatch: state.dispatch });
  const commands = createCommands({ client, kept, state, publisher });
  state.dispatch({ type: "signed-in", session });
  state.dispatch({ type: "live", live: baseOf(3) });
  const outcome = { publication: writtenAs(4), before: baseOf(3) };
  state.dispatch({ type: "published", outcome });
  const type = (title: string) => commands.edit((draft) => withField(draft, "title", title));
  type("Typed");
  return { state, kept, commands, sent, type, service };
}

inBrowser();

describe.each<[string, (commands: Commands) => ReturnType<Commands["publish"]>, unknown, object]>([
  ["publish", ({ publish }) => publish(), typed, {}],
  ["rollBack", ({ rollBack }) => rollBack(2, baseOf(2).notice, baseOf(4)), 2, { again: 2 }],
  ["undo", ({ undo }) => undo(), 3, { again: 3, isUndo: true }],
])("The command %s", (_name, give, what, more) => {
  it("sends the live revision's tag, and stores the outcome, also after lost replies", async () => {
    const { commands, state, sent } = begin([failed(), failed(504), done]);
    expect((await give(commands))?.status).toBe(0);
    expect(state.current().trouble).toEqual({ kind: "stopped" });
    expect((await give(commands))?.status).toBe(504);
    expect(await give(commands)).toBeUndefined();
    expect(sent).toEqual(Array(3).fill({ what, etag: baseOf(4).etag }));
    const before = expect.objectContaining(baseOf(4));
    expect(state.current().outcome).toEqual({ publication: done.value, before, ...more });
    expect(state.current().live?.revision).toBe(5);
  });

  it("reports a refusal, and changes nothing", async () => {
    const { commands, state } = begin([failed(422, "NOTICE_INVALID")]);
    const before = state.current();
    expect(await give(commands)).toMatchObject({ status: 422, code: "NOTICE_INVALID" });
    expect(state.current()).toBe(before);
  });

  it("reports a conflict, and loads the newer revision", async () => {
    const { commands, state, service } = begin([failed(412, "NOTICE_CHANGED")]);
    service.live = 6;
    expect(await give(commands)).toMatchObject({ status: 412, code: "NOTICE_CHANGED" });
    expect([state.current().live?.revision, state.current().draft?.notice.title]).toEqual([6, "Typed"]);
  });

  it("sends nothing for read-only users or without a sign-in", async () => {
    const reading = begin([done], { ...anna, scope: "read" });
    expect(await give(reading.commands)).toBeUndefined();
    const { commands, state, sent } = begin([done]);
    state.dispatch({ type: "signed-out" });
    expect(await give(commands)).toBeUndefined();
    expect([...sent, ...reading.sent]).toEqual([]);
  });
});

it("Publishing uses the tag of the draft's base, a rollback the tag of the reviewed revision", async () => {
  const { commands, state, sent } = begin();
  state.dispatch({ type: "live", live: baseOf(6) });
  await commands.publish();
  await commands.rollBack(2, baseOf(2).notice, baseOf(6));
  expect(sent.map(({ etag }) => etag)).toEqual([baseOf(4).etag, baseOf(6).etag]);
});

describe("The editor sends nothing", () => {
  it.each(["Title 4", "x".repeat(maxTitle + 1)])(
    "when an unchanged or faulty title is published: %j",
    async (title) => {
      const { commands, type, sent } = begin();
      type(title);
      expect([await commands.publish(), sent]).toEqual([undefined, []]);
    },
  );

  it("when undo comes after a colleague's revision, after another undo, or without a publication", async () => {
    const { commands, state, sent } = begin();
    state.dispatch({ type: "live", live: baseOf(9) });
    await commands.undo();
    const outcome = { publication: writtenAs(10), before: baseOf(9), again: 9, isUndo: true as const };
    state.dispatch({ type: "published", outcome });
    await commands.undo();
    commands.closeOutcome();
    await commands.undo();
    expect(sent).toEqual([]);
  });
});

it.each([
  [baseOf(2).notice, true],
  [typed, false],
])("A merge offers the typed text again, unless the merge contains all of it: %j", (notice, isOffered) => {
  const { commands, state } = begin();
  commands.resolve(notice);
  const { draft, offer } = state.current();
  expect([draft?.notice, draft?.base.revision, offer !== undefined]).toEqual([notice, 4, isOffered]);
});

it.each([true, false])(
  "Signing out stays undone while the reply is lost, and deletes drafts unless they are kept: %j",
  async (keepsDrafts) => {
    const { commands, state, kept } = begin([failed(), nothing]);
    const { draft } = state.current();
    if (draft) kept.keep(draft);
    await commands.signOut(keepsDrafts);
    expect([state.current().session, state.current().draft]).toEqual([anna, draft]);
    state.current().sessionTrouble?.again?.();
    await expect.poll(() => state.current().session).toBeNull();
    expect([state.current().draft, kept.hasAny()]).toEqual(keepsDrafts ? [draft, true] : [undefined, false]);
  },
);

it("Signing in stores who signed in, or asks again if that reply was lost", async () => {
  const { commands, state } = begin([failed(401), nothing]);
  state.dispatch({ type: "signed-out" });
  expect(await commands.signIn({ token: "wrong" })).toMatchObject({ status: 401 });
  expect(state.current().session).toBeNull();
  expect(await commands.signIn({ token: "right" })).toBeUndefined();
  await expect.poll(() => state.current().session).toEqual(anna);
  const lost = begin([nothing], anna, failed());
  lost.state.dispatch({ type: "signed-out" });
  expect(await lost.commands.signIn({ token: "right" })).toBeUndefined();
  await expect.poll(() => lost.state.current().session).toBeUndefined();
});
