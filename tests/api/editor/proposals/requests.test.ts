import { beforeAll, describe, expect, it } from "vitest";
import { readProposalRequest } from "../../../../api/editor/proposals/read-request.ts";
import type { NoticeError } from "../../../../schema/errors/notice-error.ts";
import { type ChatHere, chatHere } from "../../../support/service/chat-here.ts";
import { editHere, sharedEditor } from "../../../support/service/editor-here.ts";
import { maxTitle } from "../../../support/texts/notices.ts";

/** Where the faults of a request are, and what is said of each. */
function faultsOf(request: unknown): [pointer: string, detail: string][] {
  try {
    readProposalRequest(request);
    return [];
  } catch (error) {
    const { code, faults, message } = error as NoticeError;
    expect([code, message]).toEqual(["PROPOSAL_INVALID", faults?.[0]?.detail]);
    return (faults ?? []).map(({ pointer, detail }) => [pointer, detail]);
  }
}

const translation = (parts: object) => ({
  translation: { words: { title: "Back at 9" }, to: "de", ...parts },
});
const draft = (parts: object) => ({ draft: { brief: "moving db", ...parts } });

describe("a request for a proposal", () => {
  it.each([
    translation({}),
    translation({ from: "cy", to: "pt-PT" }),
    translation({ from: "pt-BR", to: "pt-PT" }),
    translation({ words: { message: "a\nb", expectedReturn: "soon" } }),
    draft({}),
    draft({ language: "de-AT", brief: "1\n2" }),
    draft({ brief: "🌞".repeat(20_000) }),
  ])("may be %j", (request) => {
    expect(faultsOf(request)).toEqual([]);
  });

  it.each<[unknown, [pointer: string, words: string][]]>([
    [{}, [["#", "either"]]],
    [{ ...translation({}), ...draft({}) }, [["#", "either"]]],
    [{ ...draft({}), model: "x" }, [["#", '"model" is not part of a request']]],
    [{ translation: null }, [["#/translation", "must be an object, not null"]]],
    [
      { translation: { from: 7, x: 1 } },
      [
        ["#/translation", '"x" is not part of "translation"'],
        ["#/translation/words", "is missing"],
        ["#/translation/from", "is 7, which is not a language tag"],
        ["#/translation/to", "is missing"],
      ],
    ],
    [translation({ words: {} }), [["#/translation/words", "is empty"]]],
    [
      translation({
        words: { title: "", message: "a\u0007", expectedReturn: "\ud800", contactEmail: "a@b.example" },
      }),
      [
        ["#/translation/words", '"contactEmail" is not part of "translation.words"'],
        ["#/translation/words/title", "is empty"],
        ["#/translation/words/message", "control character U+0007"],
        ["#/translation/words/expectedReturn", "half a character (lone surrogate U+D800)"],
      ],
    ],
    [
      translation({ words: { title: "x".repeat(maxTitle + 1) } }),
      [["#/translation/words/title", "shorten it by 1"]],
    ],
    [
      translation({ words: { expectedReturn: "2026-11-21T18:30:00+01:00" } }),
      [["#/translation/words/expectedReturn", "is a time"]],
    ],
    [translation({ to: "de-AT" }), [["#/translation/to", 'write "de" if you mean that']]],
    [translation({ to: "tlh" }), [["#/translation/to", "not one of the page's languages"]]],
    [translation({ from: "de-AT" }), [["#/translation/to", "in that language already"]]],
    [translation({ from: "EN-gb" }), [["#/translation/from", 'write "en-GB"']]],
    [draft({ brief: " \u200b\n" }), [["#/draft/brief", "nothing visible"]]],
    [draft({ brief: "a\u001b[31m" }), [["#/draft/brief", "the control character U+001B"]]],
    [draft({ brief: "a\udc00" }), [["#/draft/brief", "half a character (lone surrogate U+DC00)"]]],
    [draft({ brief: "x".repeat(20_001) }), [["#/draft/brief", "shorten it by 1"]]],
    [draft({ language: "de-u-nu-arab" }), [["#/draft/language", "not a language tag"]]],
  ])("%j is refused with every fault", (request, expected) => {
    const found = faultsOf(request);
    expect(found.map(([pointer]) => pointer)).toEqual(expected.map(([pointer]) => pointer));
    for (const [index, [, words]] of expected.entries()) expect(found[index]?.[1]).toContain(words);
    for (const [, detail] of found) expect(detail).toMatch(/^[ -~]+: [ -~]+\.$/);
  });
});

describe("where a chat model is set up", () => {
  let chat: ChatHere;
  const editor = sharedEditor(async (onFinished) => {
    chat = await chatHere({ onFinished });
    return { folder: undefined, proposals: chat.proposals };
  });
  let token = "";
  beforeAll(async () => {
    token = await editor().addToken("looks", "read");
  });
  const bearer = () => ({ Authorization: `Bearer ${token}` });

  it("the session says so, and who may read sees the count", async () => {
    expect((await editor().ask({ url: "/api/session", headers: bearer() })).json()).toMatchObject({
      scope: "read",
      proposals: true,
    });
    const usage = await editor().ask({ url: "/api/proposals", headers: bearer() });
    expect([usage.statusCode, usage.json()]).toEqual([200, { count: 0, limit: 50 }]);
    const strange = await editor().ask({ url: "/api/proposals?limit=9", headers: bearer() });
    expect(strange.statusCode).toBe(400);
  });

  it("a fault of the request is told before anything is counted or sent", async () => {
    const own = { "Sec-Fetch-Site": "same-origin", ...(await editor().signIn()) };
    const answer = await editor().ask({
      method: "POST",
      url: "/api/proposals",
      headers: { ...own, "Content-Type": "application/json" },
      payload: JSON.stringify({ ...draft({ brief: "" }), x: 1 }),
    });
    expect([answer.statusCode, answer.json().errors.length]).toEqual([422, 2]);
    const usage = await editor().ask({ url: "/api/proposals", headers: bearer() });
    expect([usage.json().count, chat.recorded]).toEqual([0, []]);
  });

  it("nothing speaks of proposals where none is", async () => {
    const here = await editHere();
    const headers = {
      ...(await here.signIn()),
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/json",
    };
    for (const method of ["GET", "POST"]) {
      const payload = method === "POST" ? JSON.stringify(draft({})) : "";
      const answer = await here.ask({ method, url: "/api/proposals", headers, payload });
      expect([answer.statusCode, answer.json().code]).toEqual([404, "PATH_UNKNOWN"]);
    }
    for (const url of ["/api/session", "/api/openapi.json"])
      expect((await here.ask({ url, headers })).body).not.toMatch(/propos|model/i);
    expect((await editor().ask({ url: "/api/openapi.json" })).body).toMatch(/proposals/);
  });
});
