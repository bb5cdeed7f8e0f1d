import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { createSessionKey } from "../../../web/editor/client.ts";
import { inEnglish } from "../../../web/editor/language.ts";
import { fragmentIn, secretIn } from "../../../web/editor/session.tsx";
import { describeProblem } from "../../../web/editor/trouble.ts";
import { storageWith } from "./storage.ts";

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { hostname: "127.0.0.1" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("a full browser storage does not keep the key of the previous session", () => {
  const storage = storageWith({ "backsoon session key": "old" }, () => true);
  createSessionKey(storage).keep("new");
  expect(createSessionKey(storage).read()).toBeUndefined();
});

it.each([
  [" bsn_abc \n", undefined],
  [" https://notice.example.com/#link=Abc-123\n", "Abc-123"],
  ["link=Abc-123", undefined],
])("the field for a token also takes a link: %j", (text, secret) => {
  expect(secretIn(fragmentIn(text))).toBe(secret);
});

it("a refused sign-in tells people what to do, and names no command", () => {
  const said = (status: number, code: string) =>
    describeProblem({ status, code, detail: "`npx notice token list` lists the valid ones." });
  expect(said(401, "TOKEN_WRONG")).toMatch(/not accepted\..* ask for a new one: it may have expired/);
  expect(said(401, "LINK_WRONG")).toMatch(/^This link was used.*Ask whoever invited you/);
  expect(said(403, "SCOPE_MISSING")).toBe(
    "You can read, but not publish. Ask whoever invited you for another link.",
  );
});

it.each([
  [new NoticeError("STORE_MISSING", { file: "/var/n.db" }), "There is no notice store at /var/n.db."],
  [new NoticeError("SHELL_NEEDED", { name: "ben" }), "ben may not invite people."],
  [new NoticeError("REVISION_UNKNOWN", { revision: 7 }), "There is no revision 7."],
  [new NoticeError("STORE_UNUSABLE", { file: "n.db", reason: "it: is full" }), undefined],
])("an error in the editor names no shell command: %s", ({ code, status, message }, said) => {
  expect(describeProblem({ status, code, detail: message })).toBe(inEnglish(said ?? message));
});
