import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Result } from "../../../web/editor/client/request.ts";
import { createSessionKey } from "../../../web/editor/client/session-key.ts";
import { fragmentIn, secretIn } from "../../../web/editor/session/link-secret.ts";
import { describeProblem } from "../../../web/editor/trouble/describe-trouble.ts";
import { type SessionTrouble, signOut } from "../../../web/editor/workspace/change-session.ts";
import { storageWith } from "./storage.ts";

const done: Result<void> = { ok: true, value: undefined };
const failed = (status: number): Result<void> => ({
  ok: false,
  problem: { status, detail: "Why.", ...(status === 401 && { code: "LINK_WRONG" }) },
});

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { hostname: "127.0.0.1" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** What is told of a session, and how often it changed, before a service that replies as it is told. */
function hear(replies: Result<void>[]) {
  const seen: { trouble: SessionTrouble | undefined; changes: number; sent: unknown[] } = {
    trouble: undefined,
    changes: 0,
    sent: [],
  };
  const answer = async (what?: unknown) => {
    seen.sent.push(what);
    return replies.shift() ?? failed(0);
  };
  const onChange = () => {
    seen.changes += 1;
  };
  const onTrouble = (trouble: SessionTrouble | undefined) => {
    seen.trouble = trouble;
  };
  const client = { signOut: answer };
  return { seen, parts: { client, onSignedOut: onChange, onTrouble } };
}

describe("signing out", () => {
  it.each([
    ["done", done],
    ["over already", failed(401)],
  ])("is %s", async (_name, reply) => {
    const { seen, parts } = hear([reply]);
    await signOut(parts);
    expect([seen.changes, seen.trouble]).toEqual([1, undefined]);
  });

  it.each([0, 403, 500, 503])("that gets %i is told of, and nobody is signed out", async (status) => {
    const { seen, parts } = hear([failed(status)]);
    await signOut(parts);
    expect([seen.changes, seen.trouble?.text]).toEqual([
      0,
      expect.stringMatching(/still signed in, .*Why\./),
    ]);
  });
});

it("a full browser does not go on with the key of the session before", () => {
  const storage = storageWith({ "backsoon session key": "old" }, () => true);
  createSessionKey(storage).keep("new");
  expect(createSessionKey(storage).read()).toBeUndefined();
});

it.each([
  [" bsn_abc \n", undefined],
  [" https://notice.example.com/#link=Abc-123\n", "Abc-123"],
  ["link=Abc-123", undefined],
])("what is pasted in the place of a token may be a link: %j", (text, secret) => {
  expect(secretIn(fragmentIn(text))).toBe(secret);
});

describe("a sign-in that is refused", () => {
  it("says what that means for a person, and not what the service tells programs", () => {
    const problem = { status: 401, detail: "`npx notice token list` lists the valid ones." };
    expect(describeProblem({ ...problem, code: "TOKEN_WRONG" })).toMatch(
      /not accepted.* expired or was revoked: ask for a new one\./,
    );
    expect(describeProblem({ ...problem, code: "LINK_WRONG" })).toMatch(
      /^This link was used.*Ask whoever invited you/,
    );
    expect(describeProblem({ status: 403, detail: "--scope write", code: "SCOPE_MISSING" })).toBe(
      "You can read, but not publish. Ask whoever invited you for another link.",
    );
  });
});
